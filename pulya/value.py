"""Named tuples whose classes cost little to make.

`typing.NamedTuple` compiles a constructor for each class and looks at each annotation: a seventh of a
millisecond, which a hundred classes make a tenth of the time of every command.  A `Value` is the same to its
users and to a type checker, and as fast to create; constructors with as many places share one compiled code.
What is made for every deal is made by ``tuple.__new__(Class, (...))``, in half the time.
"""

from __future__ import annotations

from functools import cache
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

__all__ = ["Value"]

if TYPE_CHECKING:
    from typing import NamedTuple as Value
else:
    from _collections import _tuplegetter

    _new = tuple.__new__
    # Compiled with this file; a class that has more places costs a tenth of a millisecond.
    _CODES = (
        lambda _cls: _new(_cls, ()),
        lambda _cls, a: _new(_cls, (a,)),
        lambda _cls, a, b: _new(_cls, (a, b)),
        lambda _cls, a, b, c: _new(_cls, (a, b, c)),
        lambda _cls, a, b, c, d: _new(_cls, (a, b, c, d)),
        lambda _cls, a, b, c, d, e: _new(_cls, (a, b, c, d, e)),
        lambda _cls, a, b, c, d, e, f: _new(_cls, (a, b, c, d, e, f)),
        lambda _cls, a, b, c, d, e, f, g: _new(_cls, (a, b, c, d, e, f, g)),
        lambda _cls, a, b, c, d, e, f, g, h: _new(_cls, (a, b, c, d, e, f, g, h)),
        lambda _cls, a, b, c, d, e, f, g, h, i: _new(_cls, (a, b, c, d, e, f, g, h, i)),
    )

    @cache
    def _code(places: int) -> CodeType:
        """Return the code of a constructor of so many places, whose names are still to be given."""
        if places < len(_CODES):
            return _CODES[places].__code__
        names = "".join(f"_{at}, " for at in range(places))
        return eval(f"lambda _cls, {names}: _new(_cls, ({names}))").__code__  # noqa: S307 - no text from outside

    def _fields(body: dict[str, Any]) -> tuple[str, ...]:
        """Return the names that the body of a class annotates."""
        if "__annotations__" in body:
            return tuple(body["__annotations__"])
        try:
            import annotationlib  # since Python 3.14 annotations are read when somebody asks for them
        except ImportError:
            return ()
        annotate = annotationlib.get_annotate_from_class_namespace(body)
        if annotate is None:
            return ()
        return tuple(annotationlib.call_annotate_function(annotate, annotationlib.Format.FORWARDREF))

    class _Class(type):
        """Makes the fields of a class and its constructor from its annotations."""

        def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
            if not bases:
                return super().__new__(mcs, name, (tuple,), body)
            fields = _fields(body)
            code = _code(len(fields)).replace(co_varnames=("_cls", *fields), co_name=name, co_qualname=name)
            defaults = tuple(body[field] for field in fields if field in body)
            own = {
                **{field: _tuplegetter(at, "") for at, field in enumerate(fields)},
                "__new__": FunctionType(code, globals(), "__new__", defaults),
                "__slots__": (),
                "__match_args__": fields,
                "_fields": fields,
            }
            return super().__new__(mcs, name, bases, {**body, **own})

    class Value(metaclass=_Class):
        """A tuple whose places have names; see `typing.NamedTuple` for how a class is written."""

        __slots__ = ()

        @classmethod
        def _make(cls, values: Any) -> Value:
            return cls(*values)

        def _replace(self, **named: Any) -> Value:
            values = list(self)
            for field, value in named.items():
                values[self._fields.index(field)] = value
            return tuple.__new__(self.__class__, values)

        def _asdict(self) -> dict[str, Any]:
            return dict(zip(self._fields, self, strict=True))

        def __getnewargs__(self) -> tuple[Any, ...]:
            return tuple(self)

        def __repr__(self) -> str:
            shown = ", ".join(f"{field}={value!r}" for field, value in self._asdict().items())
            return f"{self.__class__.__name__}({shown})"

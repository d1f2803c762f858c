#!/bin/sh
# An evening from the first deal to the payments, then the end of another one in Russian.
# usage: sh samples/demo.sh PULYA
set -eu

case ${1:?usage: sh samples/demo.sh PULYA} in
    /*) pulya=$1 ;;
    */*) pulya=$PWD/$1 ;;
    *) pulya=$1 ;;
esac
cd "$(dirname "$0")"
unset PULYA_FILE
export PULYA_LANG=en

show() {
    printf '\n$ pulya %s\n' "$*"
    "$pulya" "$@"
}

echo 'Friday at a table of three: what was typed, and what each line wrote.'
show log sochi-three/evening.pulya

printf '\nThe sheet, and one of its numbers explained.\n'
show sheet sochi-three/evening.pulya
show explain -f sochi-three/evening.pulya Boris whists Anna

printf '\nHow it went; `pulya sheet -o friday.html` draws it with the whole sheet.\n'
show chart sochi-three/evening.pulya

printf '\nThe settlement, step by step.\n'
show settle sochi-three/evening.pulya

printf '\nAnother table, in Russian: four players, Leningrad, the last step of its settlement.\n'
printf '\n$ pulya --lang ru settle leningrad-four/evening.pulya | tail -n 10\n'
"$pulya" --lang ru settle leningrad-four/evening.pulya | tail -n 10

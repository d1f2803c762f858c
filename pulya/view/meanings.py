"""What each key of a convention means, one line in each language, in the order of the file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pulya.convention import Bilingual

MEANINGS: Final[Mapping[str, Bilingual]] = {
    "schema": Bilingual("version of the format", "версия формата"),
    "id": Bilingual("name of the convention and of its file", "имя соглашения и его файла"),
    "title": Bilingual("name to show", "название"),
    "summary": Bilingual(
        "what sets this table apart, in one line", "чем этот стол отличается, одной строкой"
    ),
    "ledger": Bilingual(
        "a sheet for each player, or a column for each team",
        "запись на каждого игрока или графа на каждую пару",
    ),
    "table.players": Bilingual("sizes of the table, players", "сколько человек за столом"),
    "table.sitters": Bilingual(
        "who of those sitting out writes the dealer's share", "кто из сидящих на прикупе пишет долю сдающего"
    ),
    "units.pool": Bilingual("a pool point at the settlement, whists", "очко пули при расчёте, вистов"),
    "units.mountain": Bilingual(
        "a mountain point at the settlement, whists", "очко горы при расчёте, вистов"
    ),
    "units.shared-by": Bilingual(
        "a point is divided among all players, or among its owner's opponents only",
        "очко делят на всех игроков или только на соперников хозяина",
    ),
    "start.pool": Bilingual("pool before the first deal, points", "пуля перед первой сдачей, очков"),
    "start.mountain": Bilingual("mountain before the first deal, points", "гора перед первой сдачей, очков"),
    "target": Bilingual("limit of the pool, points for each player", "предел пули, очков у каждого"),
    "ending": Bilingual("when the game is over", "когда игра кончается"),
    "unfinished": Bilingual(
        "points missing in a pool: settled at full worth, or onto the mountain one for one",
        "недоигранная пуля: в расчёт по полной цене или в гору одно к одному",
    ),
    "contracts.N.pool": Bilingual("a made contract, pool points", "сыгранный контракт, очков в пулю"),
    "contracts.N.mountain": Bilingual(
        "each undertrick of the declarer, mountain points", "каждый подсад играющего, очков в гору"
    ),
    "contracts.N.whist": Bilingual("each trick of the defence, whists", "каждая взятка на висте, вистов"),
    "contracts.N.shortfall": Bilingual(
        "each trick a whister is short, mountain points", "каждый недобор на висте, очков в гору"
    ),
    "contracts.N.quota": Bilingual(
        "what the defence has to take, tricks", "сколько обязаны взять вистующие, взяток"
    ),
    "contracts.misere.pool": Bilingual("a made misère, pool points", "сыгранный мизер, очков в пулю"),
    "contracts.misere.mountain": Bilingual(
        "each trick taken on a misère, mountain points", "каждая взятка на мизере, очков в гору"
    ),
    "contracts.misere.whist": Bilingual(
        "each trick taken on a misère, whists by each defender",
        "каждая взятка на мизере, вистов каждому из ловивших",
    ),
    "making.writes": Bilingual(
        "where a made game goes: the pool, off the mountain as well, or off the mountain first",
        "куда пишут сыгранное: в пулю, ещё и с горы или сначала с горы",
    ),
    "making.overtricks": Bilingual(
        "tricks above the order: free, or nothing in the pool and the mountain's price for each",
        "лишние взятки: даром или вместо пули цена подсада за каждую",
    ),
    "whisting.split": Bilingual(
        "one whisted, the contract failed: all to the whister, or halves with the passer",
        "подсад при одном вистующем: всё вистующему или пополам с пасовавшим",
    ),
    "whisting.split-when": Bilingual(
        "halves on a failed contract only, or on a made one too",
        "пополам только на подсаде или и на сыгранной игре",
    ),
    "whisting.returned": Bilingual(
        "a whist taken back after a half-whist: all to the whister, or halves",
        "возврат виста после полвиста: всё вистующему или пополам",
    ),
    "whisting.shortfall": Bilingual(
        "both whisted on 6 or 7 and are short: who answers for how many tricks",
        "оба вистовали на 6 или 7 и недобрали: кто за сколько взяток отвечает",
    ),
    "whisting.one-trick": Bilingual(
        "both whisted and owe one trick: who answers for it",
        "оба вистовали, а норма одна взятка: кто за неё отвечает",
    ),
    "whisting.passer-tricks": Bilingual(
        "who counts a passer's tricks; nobody: the whister has only his own hand and half the quota",
        "чьи взятки пасовавшего; ничьи: у вистующего только своя рука и половина нормы",
    ),
    "whisting.half": Bilingual(
        "what a standing half-whist is paid for, tricks by level",
        "за сколько взяток пишут полвиста, по играм",
    ),
    "whisting.half-by": Bilingual("who may leave for half", "кто может уйти за полвиста"),
    "whisting.dealer": Bilingual(
        "when a dealer who sits out may whist", "когда может вистовать сдающий на прикупе"
    ),
    "whisting.dealer-owes": Bilingual(
        "what a whisting dealer answers for", "отвечает ли вистующий сдающий за норму"
    ),
    "whisting.ten": Bilingual(
        "a ten is whisted, or only checked and nothing is owed",
        "десятерную вистуют или только проверяют, без ответственности",
    ),
    "whisting.forced": Bilingual(
        "contracts that both defenders have to whist", "игры, которые обязаны вистовать оба"
    ),
    "consolation.amount": Bilingual(
        "one share for an undertrick, whists; price: the contract's whist",
        "одна доля за подсад, вистов; price: вист этой игры",
    ),
    "consolation.both-whisted.whister": Bilingual(
        "both whisted: each whister, shares an undertrick",
        "вистовали оба: каждому вистующему, долей за подсад",
    ),
    "consolation.both-whisted.dealer": Bilingual(
        "both whisted: a dealer who sits out, shares an undertrick",
        "вистовали оба: сдающему на прикупе, долей за подсад",
    ),
    "consolation.one-whisted.whister": Bilingual(
        "one whisted: the whister, shares an undertrick", "вистовал один: вистующему, долей за подсад"
    ),
    "consolation.one-whisted.passer": Bilingual(
        "one whisted: the passer, shares an undertrick", "вистовал один: пасовавшему, долей за подсад"
    ),
    "consolation.one-whisted.dealer": Bilingual(
        "one whisted: a dealer who sits out, shares an undertrick",
        "вистовал один: сдающему на прикупе, долей за подсад",
    ),
    "consolation.returned.whister": Bilingual(
        "a whist taken back: the whister, shares an undertrick", "вист возвращён: вистующему, долей за подсад"
    ),
    "consolation.returned.passer": Bilingual(
        "a whist taken back: who had said half, shares an undertrick",
        "вист возвращён: сказавшему «полвиста», долей за подсад",
    ),
    "consolation.returned.dealer": Bilingual(
        "a whist taken back: a dealer who sits out, shares an undertrick",
        "вист возвращён: сдающему на прикупе, долей за подсад",
    ),
    "consolation.dealer-whisted.dealer": Bilingual(
        "the dealer whisted: the dealer, shares an undertrick", "вистовал сдающий: сдающему, долей за подсад"
    ),
    "consolation.dealer-whisted.passer": Bilingual(
        "the dealer whisted: each passer, shares an undertrick",
        "вистовал сдающий: каждому пасовавшему, долей за подсад",
    ),
    "concession.undertricks": Bilingual(
        "giving up before the play, undertricks; none: not allowed",
        "уход без игры, без скольких; none: ухода нет",
    ),
    "concession.at": Bilingual(
        "giving up counts at the level of the bid or of the contract",
        "уход считают по торгу или по заказанной игре",
    ),
    "raspasy.writes": Bilingual(
        "raspasy go on the mountain, into whists, or are not played",
        "распасы пишут в гору, вистами или не играют",
    ),
    "raspasy.price": Bilingual(
        "a trick in the 1st, 2nd, 3rd … raspasy in a row, mountain points or whists",
        "взятка на 1-х, 2-х, 3-х … распасах подряд, очков горы или вистов",
    ),
    "raspasy.basis": Bilingual(
        "raspasy in whists: for all tricks of the other, or for the difference to the fewest",
        "распасы на висты: за все взятки другого или за разницу с наименьшим",
    ),
    "raspasy.tie": Bilingual(
        "raspasy in whists, two with the fewest: halves, both in full, nothing",
        "распасы на висты, двое взяли меньше всех: пополам, сполна каждый, ничего",
    ),
    "raspasy.amnesty": Bilingual(
        "whether the smallest count of tricks is taken off, and whose",
        "списывают ли наименьшее число взяток и у кого",
    ),
    "raspasy.zero.to": Bilingual("where the bonus for no tricks goes", "куда пишут премию за ноль взяток"),
    "raspasy.zero.points": Bilingual(
        "bonus for no tricks, points or by the price of a trick",
        "премия за ноль взяток, очков или по цене взятки",
    ),
    "raspasy.zero.dealer": Bilingual(
        "whether a dealer without talon tricks earns the bonus", "пишет ли премию за ноль сдающий на прикупе"
    ),
    "raspasy.zero.closed": Bilingual(
        "a bonus beyond a closed pool: help, or off the mountain",
        "премия сверх закрытой пули: в помощь или с горы",
    ),
    "raspasy.talon-tricks": Bilingual(
        "whose the talon's tricks are with four players", "чьи взятки прикупа вчетвером"
    ),
    "raspasy.dealer-pool": Bilingual(
        "a dealer who sits out gets for every raspasy, pool points",
        "сдающему на прикупе за каждые распасы, очков в пулю",
    ),
    "raspasy.exit.levels": Bilingual(
        "lowest contract after the 1st, 2nd … raspasy in a row",
        "наименьшая игра после 1-х, 2-х … распасов подряд",
    ),
    "raspasy.exit.cycle": Bilingual(
        "after the last of these levels: stay there, or from the first again",
        "после последней из этих игр: остаться на ней или снова с первой",
    ),
    "raspasy.exit.failed": Bilingual(
        "whether a failed contract ends the row of raspasy", "выводит ли из распасов подсад"
    ),
    "raspasy.exit.unplayed": Bilingual(
        "whether a contract that was not played ends the row of raspasy",
        "выводит ли из распасов независтованная игра",
    ),
    "raspasy.exit.misere": Bilingual(
        "whether a misère ends the row of raspasy", "выводит ли из распасов мизер"
    ),
    "raspasy.next-deal": Bilingual(
        "who deals after raspasy: the next, or the same", "кто сдаёт после распасов: следующий или тот же"
    ),
    "raspasy.in-row": Bilingual(
        "raspasy in a row that the same dealer deals at most", "сколько распасов подряд сдаёт один, не больше"
    ),
    "raspasy.compulsory": Bilingual("raspasy that have to be played", "обязательные распасы"),
    "raspasy.compulsory.N.when": Bilingual(
        "when they are due: at the start, in each race, after a failure",
        "когда их играют: в начале, в каждом скачке, после неудачи",
    ),
    "raspasy.compulsory.N.laps": Bilingual("how many are due, laps of the table", "сколько их, кругов"),
    "raspasy.compulsory.N.price": Bilingual(
        "a trick after 1, 2, 3 … undertricks, mountain points or whists",
        "взятка после подсада без 1, без 2, без 3 …, очков горы или вистов",
    ),
    "help.to": Bilingual("whose pool gets what a closed pool cannot take", "кому помогают с закрытой пулей"),
    "help.whists": Bilingual(
        "a point of help, whists on who is helped", "очко помощи, вистов на того, кому помогли"
    ),
    "help.dealer": Bilingual("whether a dealer who sits out is helped", "помогают ли сдающему на прикупе"),
    "help.nobody-left": Bilingual(
        "what nobody can take: off one's own mountain, only down to nothing, or lost",
        "если помогать некому: со своей горы, с неё только до нуля или сгорает",
    ),
    "help.mountain": Bilingual(
        "whose mountain gets what a closed mountain cannot take off", "кому помогают с закрытой горой"
    ),
    "premiums": Bilingual("premiums for closing first", "премии за первое закрытие"),
    "premiums.N.for": Bilingual("what has to be closed first", "что надо закрыть первым"),
    "premiums.N.each": Bilingual(
        "premium by number of players, whists on each other player",
        "премия по числу игроков, вистов на каждого",
    ),
    "talon.pays": Bilingual(
        "a unit in the talon, whists; price: the contract's whist",
        "единица в прикупе, вистов; price: вист этой игры",
    ),
    "talon.ace": Bilingual("an ace in the talon, units", "туз в прикупе, единиц"),
    "talon.marriage": Bilingual("king and queen of a suit in the talon, units", "марьяж в прикупе, единиц"),
    "talon.ace-king": Bilingual(
        "ace and king of a suit in the talon, units", "туз и король одной масти в прикупе, единиц"
    ),
    "talon.two-aces": Bilingual("two aces in the talon, units", "два туза в прикупе, единиц"),
    "talon.at-three": Bilingual("who writes for the talon with three players", "кто пишет за прикуп втроём"),
    "multipliers.dark": Bilingual("a deal in the dark, times", "игра втёмную, во сколько раз"),
    "multipliers.no-talon": Bilingual("a game without the talon, times", "игра без прикупа, во сколько раз"),
    "multipliers.bomb": Bilingual(
        "each bomb of the declarer, times", "каждая бомба играющего, во сколько раз"
    ),
    "bombs": Bilingual("whether bombs are kept", "играют ли с бомбами"),
    "bombs.compulsory": Bilingual(
        "who gets a bomb for a compulsory raspasy", "кому бомба за обязательные распасы"
    ),
    "bombs.dark-pass": Bilingual(
        "who gets a bomb for raspasy after a pass in the dark", "кому бомба за распасы после паса втёмную"
    ),
    "bombs.spent": Bilingual(
        "how many bombs a made game takes away from its owner",
        "сколько бомб снимает с хозяина сыгранная игра",
    ),
    "series": Bilingual("whether the game is a series of races", "играют ли скачками"),
    "series.rounds": Bilingual("length of the series, races", "сколько скачков"),
    "series.target": Bilingual("what ends a race, pool points", "до скольких скачок, очков в пуле"),
    "series.until": Bilingual(
        "a race ends at the target, or not before raspasy have been left",
        "скачок кончается на этом числе или не раньше выхода из распасов",
    ),
    "series.first-pool": Bilingual(
        "prize of the first to the target, whists on each other player",
        "премия первому закрывшему, вистов на каждого",
    ),
    "series.least-mountain": Bilingual(
        "prize of the least mountain when a race ends, whists on each other player",
        "премия за наименьшую гору в конце скачка, вистов на каждого",
    ),
    "series.tie": Bilingual(
        "equal ones share a prize, or write it in full each",
        "равные делят премию или пишут её целиком каждый",
    ),
    "series.pools": Bilingual(
        "pools of finished races count at the settlement, or are dropped",
        "пули кончившихся скачков идут в расчёт или нет",
    ),
    "series.final": Bilingual(
        "prizes on the totals after the last race", "премии по общему итогу после последнего скачка"
    ),
    "series.final.largest-pool": Bilingual(
        "prize of the largest sum of pools, whists on each other player",
        "премия за наибольшую сумму пуль, вистов на каждого",
    ),
    "series.final.least-mountain": Bilingual(
        "prize of the least mountain at the end, whists on each other player",
        "премия за наименьшую гору в конце, вистов на каждого",
    ),
    "checklist": Bilingual(
        "whether everybody has a list of games to play", "есть ли у каждого список обязательных игр"
    ),
    "checklist.contracts": Bilingual(
        "the games each player has to play", "игры, которые обязан сыграть каждый"
    ),
    "checklist.ticks": Bilingual(
        "what marks a game: an attempt, or only a made one",
        "что отмечают: любую попытку или только сыгранное",
    ),
    "checklist.seat": Bilingual("on which hand one plays one's list", "на какой руке играют свой список"),
    "teams": Bilingual("whether two pairs play", "играют ли пара на пару"),
    "teams.partners": Bilingual("where partners sit", "как сидят партнёры"),
    "fines.second-misdeal": Bilingual(
        "a second misdeal in a row by one dealer", "вторая пересдача подряд у одного сдающего"
    ),
    "fines.second-misdeal.pool": Bilingual(
        "a second misdeal in a row by one dealer, pool points",
        "вторая пересдача подряд у одного сдающего, очков в пулю",
    ),
    "fines.second-misdeal.mountain": Bilingual(
        "a second misdeal in a row by one dealer, mountain points",
        "вторая пересдача подряд у одного сдающего, очков в гору",
    ),
    "source": Bilingual("where each block comes from", "откуда взят каждый раздел"),
    "disputed": Bilingual("what other tables play, by key", "как играют за другими столами, по ключам"),
}

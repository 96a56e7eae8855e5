"""The words for derivations and odds in English, French, Spanish and Chinese.

Each language is one `Language`, with placeholders in braces that `wording.py` fills in. To add a
language, add a `Language` and enter it in `LANGUAGES` under its code.
"""

from __future__ import annotations

from dataclasses import dataclass

from sapper.proof.steps import Grade


@dataclass(frozen=True, slots=True)
class Language:
    """The sentences of a language, with placeholders; singular and plural where they differ."""

    comma: str
    last_comma: str
    stop: str
    grades: dict[Grade, str]
    # Names of premises
    number: str
    step: str
    supposition: str
    total: str
    # Claims
    many_cells: tuple[str, str]
    one_safe: str
    one_mine: str
    all_safe: str
    all_mines: str
    exactly: tuple[str, str]
    too_many: tuple[str, str]
    too_few_cells: str
    no_cell_left: tuple[str, str]
    # Steps
    because_number: str
    because_total: tuple[str, str]
    because_subset: str
    because_overlap: tuple[str, str]
    because_all_safe: str
    because_all_mines: str
    suppose: str
    contradiction: str
    therefore: str
    # Whole answers
    derived: tuple[str, str]
    derived_with_total: tuple[str, str]
    odds: str
    odds_numbers: str
    odds_total_only: str
    odds_best: str
    odds_better: str
    odds_safe: str
    first_free: str


ENGLISH = Language(
    comma=", ",
    last_comma=" and ",
    stop=".",
    grades={grade: grade.value for grade in Grade},
    number="the {number} at {cell}",
    step="step {step}",
    supposition="the assumption",
    total="the mine total",
    many_cells=("{n} cell", "{n} cells"),
    one_safe="{cells} is safe",
    one_mine="{cells} is a mine",
    all_safe="{cells} are safe",
    all_mines="{cells} are mines",
    exactly=("exactly {count} of {cells} is a mine", "exactly {count} of {cells} are mines"),
    too_many=("there is {n} mine too many", "there are {n} mines too many"),
    too_few_cells="{cells} would have to hold {count} mines",
    no_cell_left=("there is no cell left for {n} mine", "there is no cell left for {n} mines"),
    because_number="{number}: {claim}",
    because_total=(
        "The mine total: {mines} of the {n} hidden cells is a mine",
        "The mine total: {mines} of the {n} hidden cells are mines",
    ),
    because_subset="{whole} minus {parts}: {claim}",
    because_overlap=(
        "{more} has {n} more mine than {fewer} and just {n} cell of its own: {claim}",
        "{more} has {n} more mines than {fewer} and just {n} cells of its own: {claim}",
    ),
    because_all_safe="By {premise}, none of its cells is a mine: {claim}",
    because_all_mines="By {premise}, all of its cells are mines: {claim}",
    suppose="Assume {claim}",
    contradiction="That is impossible",
    therefore="So {claim}",
    derived=(
        "{claim}. Grade: {grade}, from {n} number.",
        "{claim}. Grade: {grade}, from {n} numbers.",
    ),
    derived_with_total=(
        "{claim}. Grade: {grade}, from the mine total and {n} number.",
        "{claim}. Grade: {grade}, from the mine total and {n} numbers.",
    ),
    odds="{cell}: {chance} chance of a mine.",
    odds_numbers="It depends on {numbers} and on the mine total.",
    odds_total_only="No number touches it: it depends on the mine total and the mines elsewhere.",
    odds_best="No cell is safer.",
    odds_better="The safest cell is {best}: {chance} chance of a mine.",
    odds_safe="The safest cell is {best}, which is certainly safe.",
    first_free="{cell} is safe: the first cell you open can't be a mine.",
)
FRENCH = Language(
    comma=", ",
    last_comma=" et ",
    stop=".",
    grades={
        Grade.SINGLE: "un seul chiffre",
        Grade.SUBSET: "inclusion",
        Grade.OVERLAP: "chevauchement",
        Grade.CHAIN: "enchaînement",
        Grade.CASES: "cas par cas",
        Grade.TOTAL: "total des mines",
    },
    number="le {number} en {cell}",
    step="l'étape {step}",
    supposition="l'hypothèse",
    total="le total des mines",
    many_cells=("{n} case", "{n} cases"),
    one_safe="{cells} est sûre",
    one_mine="{cells} est une mine",
    all_safe="{cells} sont sûres",
    all_mines="{cells} sont des mines",
    exactly=(
        "parmi {cells}, exactement {count} est une mine",
        "parmi {cells}, exactement {count} sont des mines",
    ),
    too_many=("il y a {n} mine de trop", "il y a {n} mines de trop"),
    too_few_cells="il faudrait {count} mines dans {cells}",
    no_cell_left=(
        "il ne reste aucune case pour {n} mine",
        "il ne reste aucune case pour {n} mines",
    ),
    because_number="{number} : {claim}",
    because_total=(
        "Le total : {mines} des {n} cases cachées est une mine",
        "Le total : {mines} des {n} cases cachées sont des mines",
    ),
    because_subset="{whole}, moins {parts} : {claim}",
    because_overlap=(
        "{more} compte {n} mine de plus que {fewer}, et n'a que {n} case propre : {claim}",
        "{more} compte {n} mines de plus que {fewer}, et n'a que {n} cases propres : {claim}",
    ),
    because_all_safe="Selon {premise}, aucune de ses cases n'est une mine : {claim}",
    because_all_mines="Selon {premise}, toutes ses cases sont des mines : {claim}",
    suppose="Supposons que {claim}",
    contradiction="C'est impossible",
    therefore="Donc {claim}",
    derived=(
        "{claim}. Difficulté : {grade}, à partir de {n} chiffre.",
        "{claim}. Difficulté : {grade}, à partir de {n} chiffres.",
    ),
    derived_with_total=(
        "{claim}. Difficulté : {grade}, à partir du total des mines et de {n} chiffre.",
        "{claim}. Difficulté : {grade}, à partir du total des mines et de {n} chiffres.",
    ),
    odds="{cell} est une mine avec une probabilité de {chance}.",
    odds_numbers="Ce qui compte : {numbers}, et le total des mines.",
    odds_total_only="Aucun chiffre ne la touche : tout dépend du total des mines et de celles qui "
    "sont ailleurs.",
    odds_best="Aucune case n'est moins risquée.",
    odds_better="La case la plus sûre est {best}, une mine avec une probabilité de {chance}.",
    odds_safe="La case la plus sûre est {best}, où il n'y a certainement pas de mine.",
    first_free="{cell} est sûre : la première case ouverte ne peut pas être une mine.",
)
SPANISH = Language(
    comma=", ",
    last_comma=" y ",
    stop=".",
    grades={
        Grade.SINGLE: "un solo número",
        Grade.SUBSET: "inclusión",
        Grade.OVERLAP: "solapamiento",
        Grade.CHAIN: "cadena",
        Grade.CASES: "por casos",
        Grade.TOTAL: "total de minas",
    },
    number="el {number} en {cell}",
    step="el paso {step}",
    supposition="la suposición",
    total="el total de minas",
    many_cells=("{n} casilla", "{n} casillas"),
    one_safe="{cells} es segura",
    one_mine="{cells} es una mina",
    all_safe="{cells} son seguras",
    all_mines="{cells} son minas",
    exactly=(
        "de {cells}, exactamente {count} es una mina",
        "de {cells}, exactamente {count} son minas",
    ),
    too_many=("hay {n} mina de más", "hay {n} minas de más"),
    too_few_cells="tendría que haber {count} minas en {cells}",
    no_cell_left=("no queda casilla para {n} mina", "no queda casilla para {n} minas"),
    because_number="{number}: {claim}",
    because_total=(
        "El total: {mines} de las {n} casillas ocultas es una mina",
        "El total: {mines} de las {n} casillas ocultas son minas",
    ),
    because_subset="{whole}, menos {parts}: {claim}",
    because_overlap=(
        "{more} cuenta {n} mina más que {fewer}, y solo tiene {n} casilla propia: {claim}",
        "{more} cuenta {n} minas más que {fewer}, y solo tiene {n} casillas propias: {claim}",
    ),
    because_all_safe="Según {premise}, ninguna de sus casillas es una mina: {claim}",
    because_all_mines="Según {premise}, todas sus casillas son minas: {claim}",
    suppose="Supongamos que {claim}",
    contradiction="Eso es imposible",
    therefore="Así que {claim}",
    derived=(
        "{claim}. Dificultad: {grade}, a partir de {n} número.",
        "{claim}. Dificultad: {grade}, a partir de {n} números.",
    ),
    derived_with_total=(
        "{claim}. Dificultad: {grade}, a partir del total de minas y de {n} número.",
        "{claim}. Dificultad: {grade}, a partir del total de minas y de {n} números.",
    ),
    odds="{cell} es una mina con una probabilidad de {chance}.",
    odds_numbers="Lo que cuenta: {numbers}, y el total de minas.",
    odds_total_only="Ningún número la toca: depende del total de minas y de las que haya en otras "
    "casillas.",
    odds_best="Ninguna casilla tiene menos riesgo.",
    odds_better="La casilla más segura es {best}, que es una mina con probabilidad {chance}.",
    odds_safe="La casilla más segura es {best}, donde no hay mina con certeza.",
    first_free="{cell} es segura: la primera casilla que se abre no puede ser una mina.",
)
CHINESE = Language(
    comma="、",
    last_comma=" 和 ",
    stop="。",
    grades={
        Grade.SINGLE: "单个数字",
        Grade.SUBSET: "包含",
        Grade.OVERLAP: "重叠",
        Grade.CHAIN: "连锁",
        Grade.CASES: "分类讨论",
        Grade.TOTAL: "总雷数",
    },
    number="{cell} 的数字 {number}",
    step="第 {step} 步",
    supposition="假设",
    total="总雷数",
    many_cells=("{n} 个格子", "{n} 个格子"),
    one_safe="{cells} 是安全的",
    one_mine="{cells} 是雷",
    all_safe="{cells} 都是安全的",
    all_mines="{cells} 都是雷",
    exactly=("{cells} 中恰有 {count} 个雷", "{cells} 中恰有 {count} 个雷"),
    too_many=("雷多了 {n} 个", "雷多了 {n} 个"),
    too_few_cells="{cells} 中必须有 {count} 个雷",
    no_cell_left=("已没有格子放剩下的 {n} 个雷",) * 2,
    because_number="{number}：{claim}",
    because_total=("总雷数：{n} 个未翻开的格子中有 {mines} 个雷",) * 2,
    because_subset="从 {whole} 中去掉 {parts}：{claim}",
    because_overlap=("{more} 比 {fewer} 多 {n} 个雷，而它独有的格子恰好 {n} 个：{claim}",) * 2,
    because_all_safe="根据 {premise}，其中没有一格是雷：{claim}",
    because_all_mines="根据 {premise}，其中每一格都是雷：{claim}",
    suppose="假设 {claim}",
    contradiction="这不可能",
    therefore="所以 {claim}",
    derived=("{claim}。难度：{grade}，用到 {n} 个数字。",) * 2,
    derived_with_total=("{claim}。难度：{grade}，用到总雷数和 {n} 个数字。",) * 2,
    odds="{cell} 是雷的概率为 {chance}。",
    odds_numbers="取决于 {numbers}，以及总雷数。",
    odds_total_only="没有数字挨着它：取决于总雷数和别处的雷数。",
    odds_best="没有更安全的格子。",
    odds_better="最安全的格子是 {best}，是雷的概率为 {chance}。",
    odds_safe="最安全的格子是 {best}，它一定不是雷。",
    first_free="{cell} 是安全的：第一个打开的格子不可能是雷。",
)
LANGUAGES = {"en": ENGLISH, "fr": FRENCH, "es": SPANISH, "zh": CHINESE}
"""The languages by their codes."""

/** Texts with chords of folk songs, by their titles. */
export const DEMO_TEXTS: Readonly<Record<string, string>> = {
  'Ой, то не вечер': `{title: Ой, то не вечер}
{key: Am}
{tempo: 72}

{start_of_verse}
[Am]Ой, то не [E7]вечер, то не [Am]вечер,
Мне ма[G]лым-мало спа[C]лось,
Мне ма[Dm]лым-мало спа[Am]лось,
Ой, да во [E7]сне привиде[Am]лось.
{end_of_verse}

{start_of_verse}
[Am]Мне во [E7]сне привиде[Am]лось,
Будто [G]конь мой воро[C]ной
Разыг[Dm]рался, распля[Am]сался,
Ой, раз[E7]резвился подо [Am]мной.
{end_of_verse}

{start_of_verse}
[Am]Налетели [E7]ветры [Am]злые
Да с вос[G]точной сторо[C]ны,
Ой, да сор[Dm]вали чёрну [Am]шапку
С моей [E7]буйной голо[Am]вы.
{end_of_verse}`,
  Коробейники: `{title: Коробейники}
{key: Am}
{tempo: 132}

{start_of_verse}
[Am]Ой, полна, пол[E7]на коробушка,
Есть и ситец, [Am]и парча.
Пожа[A7]лей, душа-заз[Dm]нобушка,
Моло[Am]децко[E7]го пле[Am]ча!
{end_of_verse}

{start_of_verse}
[Am]Выди, выди [E7]в рожь высокую,
Там до ночки [Am]погожу,
А зави[A7]жу черно[Dm]окую,
Все то[Am]вары [E7]разло[Am]жу.
{end_of_verse}`,
}

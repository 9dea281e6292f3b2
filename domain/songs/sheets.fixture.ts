/** Small sheets of each kind, by the name of the file. */
export const SHEETS: Readonly<Record<string, string>> = {
  'songbook-new-song.cho':
    '{title: Печаль}\n{artist: Кино}\n[Em]Раз\n{new_song}\n{title: Осень}\n{artist: ДДТ}\n{key: Am}\n[Am]Два\n{ns}\n{t: Варвара}\n{st: Би-2}\n[G]Три\n',
  'Проба - Бас.cho': '{title: Бас}\n{artist: Проба}\n[Am]Раз, [/G]два, [/F#]три, [F]всё\n',
  'Проба - Крик.txt':
    'Am       F\nТихо в зале\nДа\n\nA\nДа\n\nGO GO GO\nДа\n\nDo Do\nДа\n\nА А А\nДа\n',
  'Проба - Метки аккордов.txt': `Вступление: Am Dm E7 Am
Проигрыш: Am | F | C | G  (x2)

   Am           Dm
Тихо в зале, гаснет свет
>\t\tE7        Am
>\tКто-то спросит: ты или нет?

Am – F – C – G
Em / G  D / A
Am, F, C, G
Am! G!
Am F C G  2p
Am F C G  (2 раза)
Gm(3) F(2)
`,
  'Проба - Скобки.txt':
    '[Куплет 1]\nAm       F\nТихо в зале\n[Припев]\nC        G\nГаснет свет\n[Bis]\n[Coda]\n',
  'Проба - Соль-фа.cho':
    '{title: Сольфеджио}\n{artist: Проба}\n[Do]Раз, [Re]два, [Sol7]три, [Lam]всё\n',
  'Проба - Таб.txt':
    'e|-----0-----|\nB|---1---1---|\nG|-0-------0-|\nD|-----------|\n\nAm       F\nТихо в зале\n',
}

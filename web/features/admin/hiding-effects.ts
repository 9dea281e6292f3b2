import type { ComplaintView } from '#contract/complaints.ts'

/** What hiding does; `runs`: the concert itself, or one of the page's, which goes on whatever is hidden. */
export function hidingEffects(kind: ComplaintView['kind'] | 'song', runs = false): string[] {
  if (kind === 'concert' && runs)
    return [
      'Из афиши пропадёт сразу, вернуть можно',
      'Концерт идёт и продолжится до конца, по ссылке его видно',
    ]
  if (kind === 'page' && runs)
    return ['Идёт концерт: до его конца страницу видят все', 'Потом не увидит никто, вернуть можно']
  if (kind === 'text')
    return ['Не увидит никто, вернуть можно', 'Если это заказ, песня останется под словом «скрыто»']
  if (kind === 'song')
    return ['Из репертуара пропадёт, вернуть можно', 'Если её уже заказали, останется в очереди']
  return ['Не увидит никто, вернуть можно']
}

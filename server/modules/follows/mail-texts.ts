import type { News } from '#domain/follows.ts'
import { moreNews, newsLine, newsTitle } from '#domain/follows.ts'
import { inTown } from '#domain/town-case.ts'
import type { MailMessage } from '#server/integrations/mail/mail.ts'

/** Lines of an e-mail: longer lists are of no use. */
const LINES_MOST = 10

type FollowMail = { readonly to: string; readonly what: string; readonly link: string }

type FollowWords = Readonly<Record<'username' | 'name' | 'title' | 'town', string | null>>

/** The follow's subject, as the e-mails name it. */
export function wordsOf({ username, name, title, town }: FollowWords): string {
  if (title === null) return `сообщать о концертах: ${name || (username ?? '')}`
  return `сообщить, когда ${inTown(town?.split(',')[0] ?? '')} сыграют «${title}»`
}

/** Asks the owner of the address to confirm that he typed it. */
export function confirmMail({ to, what, link }: FollowMail): MailMessage {
  return {
    to,
    subject: 'Подтвердите адрес',
    text: [
      'Здравствуйте!',
      '',
      `Кто-то, наверное вы, попросил писать на этот адрес: ${what}.`,
      'Если это вы, откройте ссылку и нажмите «Подтвердить»:',
      link,
      '',
      'Если это не вы, ничего делать не нужно: без подтверждения мы не напишем и через три дня забудем этот адрес.',
      '',
      '«Бис»',
    ].join('\n'),
  }
}

/** The e-mail with everything that is due of one artist. RFC 8058: mail programs unsubscribe by one click of their own. */
export function newsMail(
  { to, what, link }: FollowMail,
  content: {
    readonly news: readonly [News, ...News[]]
    readonly artist: string
    readonly page: string
    readonly oneClick: string
    readonly messageId: string
  },
): MailMessage {
  const { news, artist, page } = content
  const lines = news.slice(0, LINES_MOST).flatMap((one) => {
    const href = 'concert' in one ? `${page}/${one.concert.id}` : page
    return [newsTitle(one, artist), newsLine(one), href, '']
  })
  const more = moreNews(Math.max(0, news.length - LINES_MOST)).replace('. ', '')
  return {
    to,
    subject: newsTitle(news[0], artist),
    text: [
      'Здравствуйте!',
      '',
      ...lines,
      ...(more === '' ? [] : [more, page, '']),
      `Вы получили это письмо, потому что попросили: ${what}. Больше не писать:`,
      link,
      '',
      '«Бис»',
    ].join('\n'),
    id: content.messageId,
    headers: {
      'List-Unsubscribe': `<${content.oneClick}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

/** The payload for the service worker. */
export function newsPush(
  news: readonly [News, ...News[]],
  by: { artist: string; username: string; messageId: string },
): string {
  const [first] = news
  const page = `/user/${encodeURIComponent(by.username)}`
  return JSON.stringify({
    title: newsTitle(first, by.artist),
    body: `${newsLine(first)}${moreNews(news.length - 1)}`,
    url: 'concert' in first ? `${page}/${first.concert.id}` : page,
    tag: by.messageId,
  })
}

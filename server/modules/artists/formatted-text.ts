import MarkdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'

const markdown = new MarkdownIt({
  html: false,
  linkify: true,
  breaks: true,
  typographer: true,
  quotes: '«»„“',
})
  // Pictures of other sites would see every visitor; code is nothing that a musician writes.
  .disable(['image', 'code', 'fence', 'backticks', 'table'])

const SAFE_LINK = /^(https?:|mailto:)/iu

/**
 * Takes a description as the artist wrote it (Markdown without HTML and pictures) and gives HTML that
 * may stand on a page as it is: only the tags below, links only to the web and to mail.
 */
export function formatText(source: string): string {
  return sanitizeHtml(markdown.render(source), {
    allowedTags: ['p', 'br', 'strong', 'em', 's', 'ul', 'ol', 'li', 'blockquote', 'h3', 'hr', 'a'],
    allowedAttributes: { a: ['href', 'rel'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    transformTags: {
      // The page has its own first and second headings.
      h1: 'h3',
      h2: 'h3',
      h4: 'h3',
      h5: 'h3',
      h6: 'h3',
      a: (tagName, { href }) => ({
        tagName,
        attribs: {
          // A link without a scheme leads into this site, where some addresses act.
          ...(href !== undefined && SAFE_LINK.test(href) ? { href } : {}),
          rel: 'nofollow ugc noopener',
        },
      }),
    },
  }).trim()
}

import { ExternalLink } from 'lucide-react'
import { Fragment, lazy, type ReactNode, Suspense, useContext } from 'react'
import { ensurePrefix } from '../../session/base-path.ts'
import { CalloutBox } from './callout-box.tsx'
import { calloutOf } from './callouts.ts'
import { CodeBlock } from './code-block.tsx'
import styles from './markdown.module.css'
import { ImagesOf } from './images-of.ts'
import { MissingImage } from './missing-image.tsx'
import { keptImageId, safeLink, safeImage } from './safe-links.ts'
import { diagramLanguage, type Piece } from './pieces.ts'

const DiagramView = lazy(async () => ({
  default: (await import('./diagram/diagram-view.tsx')).DiagramView,
}))

// The reference of the API, which has no session, shows documents too.
const KeptImage = lazy(async () => ({ default: (await import('./kept-image.tsx')).KeptImage }))

/** A document as elements, never as HTML: only what is listed here can be rendered. */
export const Pieces = ({ pieces }: { readonly pieces: readonly Piece[] }) => inside(pieces)

const inside = (pieces: readonly Piece[]): ReactNode =>
  pieces.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a document is replaced as a whole, its pieces have no ids.
    <Fragment key={index}>{drawn(piece)}</Fragment>
  ))

/** The page has its own heading, so those of a document start one level lower. */
const headings = { h1: 'h2', h2: 'h3', h3: 'h4', h4: 'h5', h5: 'h6', h6: 'h6' } as const

const plain = {
  paragraph_open: 'p',
  bullet_list_open: 'ul',
  thead_open: 'thead',
  tbody_open: 'tbody',
  tr_open: 'tr',
  strong_open: 'strong',
  em_open: 'em',
  s_open: 's',
} as const

function drawn({ type, tag, isHidden, content, to, language, start, children }: Piece): ReactNode {
  const Plain = plain[type as keyof typeof plain]
  if (Plain) return isHidden ? inside(children) : <Plain>{inside(children)}</Plain>
  switch (type) {
    case 'inline':
      return inside(children)
    case 'text':
      return content
    case 'softbreak':
      return '\n'
    case 'hardbreak':
      return <br />
    case 'hr':
      return <hr />
    case 'code_inline':
      return <code>{content}</code>
    case 'fence':
      if (language !== diagramLanguage) return <CodeBlock text={content} />
      return (
        <Suspense fallback={<CodeBlock text={content} />}>
          <DiagramView source={content} />
        </Suspense>
      )
    case 'code_block':
      return <CodeBlock text={content} />
    case 'blockquote_open': {
      const callout = calloutOf(children)
      if (!callout) return <blockquote>{inside(children)}</blockquote>
      return <CalloutBox name={callout.name}>{inside(callout.children)}</CalloutBox>
    }
    case 'heading_open': {
      const Heading = headings[tag as keyof typeof headings] ?? 'h6'
      return <Heading>{inside(children)}</Heading>
    }
    case 'ordered_list_open':
      return <ol start={start}>{inside(children)}</ol>
    case 'list_item_open':
      return <Item pieces={children} />
    case 'table_open':
      return (
        <div className={styles.scroll}>
          <table>{inside(children)}</table>
        </div>
      )
    case 'th_open':
      return <th scope="col">{inside(children)}</th>
    case 'td_open':
      return <td>{inside(children)}</td>
    case 'link_open':
      return <DocumentLink to={to}>{inside(children)}</DocumentLink>
    case 'as_written':
      return <pre className={styles.written}>{content}</pre>
    case 'image':
      return <DocumentImage source={to} about={content} />
    default:
      // Anything else is shown as its source.
      return content === '' ? inside(children) : content
  }
}

/** A checklist item with its checkbox, or any other item. */
function Item({ pieces }: { readonly pieces: readonly Piece[] }) {
  const first = pieces[0]?.children.find(({ type }) => type === 'inline')?.content ?? ''
  const [, mark] = /^\[([ xX])\] /.exec(first) ?? []
  if (mark === undefined) return <li>{inside(pieces)}</li>
  return (
    <li className={styles.task}>
      <input type="checkbox" checked={mark !== ' '} disabled aria-label={first.slice(4)} />
      <div>{inside(pieces.map(withoutMark))}</div>
    </li>
  )
}

/** The item's text without its checkbox. */
function withoutMark(piece: Piece): Piece {
  const { type, content, children } = piece
  if (type === 'text' && /^\[[ xX]\] /.test(content)) return { ...piece, content: content.slice(4) }
  const [first, ...rest] = children
  return first && type !== 'bullet_list_open' ? { ...piece, children: [withoutMark(first), ...rest] } : piece
}

function DocumentLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  const link = safeLink(to)
  if (!link) return children
  if (!link.isOutside)
    return <a href={link.href.startsWith('/') ? ensurePrefix(link.href) : link.href}>{children}</a>
  return (
    <a href={link.href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}

function DocumentImage({ source, about }: { readonly source: string; readonly about: string }) {
  const runbookId = useContext(ImagesOf)
  const imageId = keptImageId(source)
  if (imageId && runbookId === null) return <MissingImage about={about} why="shown on the runbook’s page" />
  if (imageId && runbookId !== null)
    return (
      <Suspense>
        <KeptImage runbookId={runbookId} imageId={imageId} about={about} />
      </Suspense>
    )
  const own = safeImage(source)
  if (own) return <img src={own} alt={about} loading="lazy" />
  return (
    <DocumentLink to={source}>
      {about || 'Image'} <ExternalLink className={styles.outside} aria-label="(external image)" />
    </DocumentLink>
  )
}

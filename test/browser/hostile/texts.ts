import { isDeepStrictEqual } from 'node:util'
import type { JsonSchema } from '@svc/model'
import { sampleOf, typeOf } from '@svc/server/testing'

/** Every canary that runs writes to `window.ran`. */
const run = 'window.ran=1'
export const elsewhere = 'evil.example'

/** One escape for each context in which a text can appear. */
export const canaries: readonly string[] = [
  `"><script>${run}</script><img src=x onerror=${run}>`,
  `'--></title></style></textarea></script><svg/onload=${run}><details open ontoggle=${run}>`,
  `javascript:${run}//`,
  `JaVa\tScRiPt:${run}`,
  `javascript://${elsewhere}/%0a${run}`,
  `data:text/html,<script>${run}</script>`,
  `vbscript:${run}`,
  `//${elsewhere}/x.js`,
  `https://${elsewhere}/"onmouseover="${run}"style="background:url(//${elsewhere}/b)`,
  `https://${elsewhere}/<script>${run}</script>`,
  `[a](javascript:${run}) ![b](https://${elsewhere}/b.png) <javascript:${run}> [c](<java\tscript:${run}>)`,
  `&lt;img src=x onerror=${run}&gt;&#60;script&#62;${run}&#106;avascript&colon;${run}`,
  `\${${run}} {{constructor.constructor('${run}')()}} <%=${run}%> #{${run}} \`${run}\``,
  `\u202e\u2066<img src=x onerror=${run}>\u2069\ufeff\uff1cscript\uff1e${run}`,
  '__proto__',
  'constructor',
]

/** Links and images in every Markdown syntax, and all of the others. */
export const hostileDocument = [
  ...canaries,
  `[x](JAVASCRIPT:${run}) [x](&#106;avascript:${run}) [x](javascript&colon;${run}) [x](\\u006aavascript:${run})`,
  `[x]( javascript:${run}) [x](\u0001javascript:${run}) [x](feed:javascript:${run}) [x](view-source:${run})`,
  `[x](data:text/html;base64,PHNjcmlwdD53aW5kb3cucmFuPTE8L3NjcmlwdD4=) [x](blob:${run}) [x](file:///etc/passwd)`,
  `![x](javascript:${run}) ![x](data:image/svg+xml;base64,PHN2Zy8+) ![x](//${elsewhere}/p.png) ![x](\\\\${elsewhere}\\p.png)`,
  `![x](/\\${elsewhere}/p.png) [x](/\\${elsewhere}) [x](https:${elsewhere}) ![x"onerror="${run}](x)`,
  `[x][r] ![x][r]\n\n[r]: javascript:${run} "t\\" onmouseover=${run}"`,
  `<a href="javascript:${run}">x</a> <iframe srcdoc="<script>parent.ran=1</script>"></iframe>`,
  `<form action=javascript:${run}><button>go</button></form> <base href=//${elsewhere}/> <meta http-equiv=refresh content=0>`,
  `| <img src=x onerror=${run}> | [x](javascript:${run}) |\n|--|--|\n| <svg/onload=${run}> | \`<img src=x onerror=${run}>\` |`,
  `- [ ] <img src=x onerror=${run}>\n- [x] [x](javascript:${run})`,
  `\`\`\`html"onload=${run}\n</code></pre><script>${run}</script>\n\`\`\``,
  `# <script>${run}</script> {onclick=${run}}`,
].join('\n\n')

/** The minimum length of a text field that contains a whole document. */
const document = 10_000

/**
 * A value with a canary in each of its texts, starting with the nth one that fits; undefined if a schema has no text.
 */
export function hostileOf(schema: JsonSchema, n: number): unknown {
  if (schema.enum || schema.readOnly || schema.format === 'date-time') return undefined
  switch (typeOf(schema)) {
    case 'string':
      return textFor(schema, n)
    case 'array': {
      const items = [0, 1].map((more) => hostileOf(schema.items ?? {}, n + more))
      if (items.includes(undefined)) return undefined
      // Some lists reject duplicates.
      return isDeepStrictEqual(items[0], items[1]) ? items.slice(1) : items
    }
    case 'object':
      return schema.properties ? objectOf(schema, n) : { [canary(n)]: canary(n), nested: [canary(n + 1)] }
    default:
      return undefined
  }
}

const canary = (n: number): string => canaries[n % canaries.length] ?? ''

function textFor({ maxLength = document, pattern = '' }: JsonSchema, n: number): string | undefined {
  const fits = new RegExp(pattern, 'u')
  const inTurn = canaries.map((_, index) => [...canary(n + index)].slice(0, maxLength).join(''))
  const fitting = inTurn.find((text) => fits.test(text))
  const whole = `${fitting}\n\n${hostileDocument}`
  return fitting !== undefined && maxLength >= document && fits.test(whole) ? whole : fitting
}

/** A valid value for required parts without text. */
function objectOf({ properties = {}, required = [] }: JsonSchema, n: number): unknown {
  const members = Object.entries(properties).flatMap(([key, member]) => {
    const value = hostileOf(member, n) ?? (required.includes(key) ? sampleOf(member, 0, key) : undefined)
    return value === undefined ? [] : [[key, value] as const]
  })
  return members.some(([key]) => hostileOf(properties[key] ?? {}, n) !== undefined)
    ? Object.fromEntries(members)
    : undefined
}

import type { Answer } from './answer.ts'
import { UnexpectedAnswerError } from './errors.ts'

/** The error about a response that is not from svc; it identifies the server as well as possible. */
export function unexpectedAnswer(answer: Answer): UnexpectedAnswerError {
  const { method, url, status } = answer
  const about = isRedirect(status)
    ? `redirects${targetOf(answer)}; this is not followed because the token would be sent along`
    : `returned an unexpected response: ${factsOf(answer).join(', ')}`
  return new UnexpectedAnswerError(`${method} ${url} ${about}. Is the endpoint right?`, answer)
}

/** A browser hides the details of a redirect, including its status. */
const isRedirect = (status: number): boolean =>
  status === 0 || (status > 300 && status < 309 && status !== 304)

function targetOf({ url, headers }: Answer): string {
  const target = headers.location === undefined ? null : URL.parse(headers.location, url)
  return target ? ` to ${target.origin}${target.pathname}` : ''
}

const factsOf = ({ status, statusText, headers, text }: Answer): readonly string[] => [
  `${status} ${statusText}`.trim(),
  ...(headers['content-type']?.split(';', 1) ?? []),
  ...(headers.server === undefined ? [] : [`from ${headers.server}`]),
  excerptOf(text),
]

function excerptOf(text: string): string {
  const plain = text
    .slice(0, 20_000)
    .replace(/<(style|script)\b.*?<\/\1>|<[^>]*>/gis, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return plain === '' ? 'without a text' : `“${plain.length > 120 ? `${plain.slice(0, 120)}…` : plain}”`
}

import type { GuardedFetch } from '@svc/server'
import { rawUrl } from './place.ts'

/** Why something could not be read; `isMissing` if it certainly does not exist. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
  readonly isMissing: boolean

  constructor(message: string, isMissing = false) {
    super(message)
    this.isMissing = isMissing
  }
}

export async function fetchText(url: URL, fetch: GuardedFetch): Promise<string> {
  const answer = await fetch(rawUrl(url).href, {
    headers: { accept: 'application/yaml, text/plain, */*' },
  }).catch((error: unknown) => {
    throw new Unreadable(error instanceof Error ? error.message.replace(/\.$/, '') : String(error))
  })
  const { status, headers, body } = answer
  if (status === 404 || status === 410) throw new Unreadable(`it answers with status ${status}`, true)
  if (status < 200 || status > 299) throw new Unreadable(`it answers with status ${status}`)
  if (/^text\/html\b/i.test(headers['content-type'] ?? '')) {
    throw new Unreadable('it is a web page; use the address of the file itself')
  }
  return body.toString('utf8')
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'this user has no permission to read it',
  EISDIR: 'it is a directory; name a file in it, or a pattern such as ./*/catalog-info.yaml',
}

export const unreadable = ({ code = '', message }: NodeJS.ErrnoException): Unreadable =>
  new Unreadable(reasons[code] ?? message, code === 'ENOENT' || code === 'ENOTDIR')

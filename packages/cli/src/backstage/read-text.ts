import { readFile, stat } from 'node:fs/promises'
import type { GuardedFetch } from '@svc/server'
import { type Place, rawUrl } from './place.ts'

const maxBytes = 5 * 1024 ** 2

/** Why something could not be read; `isMissing` where it is certain that it is not there. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
  readonly isMissing: boolean

  constructor(message: string, isMissing = false) {
    super(message)
    this.isMissing = isMissing
  }
}

export async function readText(place: Place, fetch: GuardedFetch): Promise<string> {
  return 'url' in place ? fetchText(place.url, fetch) : readFileText(place.path)
}

async function fetchText(url: URL, fetch: GuardedFetch): Promise<string> {
  const answer = await fetch(rawUrl(url).href, {
    headers: { accept: 'application/yaml, text/plain, */*' },
  }).catch((error: unknown) => {
    throw new Unreadable(error instanceof Error ? error.message.replace(/\.$/, '') : String(error))
  })
  const { status, headers, body } = answer
  if (status === 404 || status === 410) throw new Unreadable(`it answers with status ${status}`, true)
  if (status < 200 || status > 299) throw new Unreadable(`it answers with status ${status}`)
  if (/^text\/html\b/i.test(headers['content-type'] ?? '')) {
    throw new Unreadable('it is a web page; give the address of the file itself')
  }
  return body.toString('utf8')
}

async function readFileText(path: string): Promise<string> {
  try {
    // Looked at before it is opened: a pipe or a device may never end.
    const found = await stat(path)
    if (found.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' })
    if (!found.isFile()) throw new Unreadable('it is not a regular file')
    if (found.size > maxBytes)
      throw new Unreadable(`it has ${found.size} bytes; at most ${maxBytes} are read`)
    return await readFile(path, 'utf8')
  } catch (error) {
    throw error instanceof Unreadable ? error : unreadable(error as NodeJS.ErrnoException)
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a directory; name a file in it, or a pattern such as ./*/catalog-info.yaml',
}

export const unreadable = ({ code = '', message }: NodeJS.ErrnoException): Unreadable =>
  new Unreadable(reasons[code] ?? message, code === 'ENOENT' || code === 'ENOTDIR')

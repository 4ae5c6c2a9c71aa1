import { readFile } from 'node:fs/promises'
import { type Kinds, maxSecretBytes, type Stored } from '@svc/model'
import type { Io } from './command.ts'
import { Failure } from './failure.ts'
import { fileFailure } from './file-failure.ts'

type Type = Stored<Kinds['secret']>['type']

/**
 * A value from a file or a pipe. There is no option for it: all users of a machine can see a command line.
 */
export async function readValue(file: string | undefined, io: Io): Promise<Uint8Array> {
  const bytes = file === undefined ? await io.in(maxSecretBytes + 2) : await fromFile(file)
  if (bytes === undefined || bytes.byteLength === 0) {
    throw new Failure('The value is missing: pipe it in, or name its file with --file.')
  }
  return bytes
}

const fromFile = (file: string): Promise<Uint8Array> =>
  readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw fileFailure(file, error)
  })

/** As the vault expects it: text without the final line break that echo and editors add. */
export function givenAs(
  type: Type,
  bytes: Uint8Array,
): { readonly value?: string; readonly valueBase64?: string } {
  if (type !== 'text') return { valueBase64: Buffer.from(bytes).toString('base64') }
  try {
    const value = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
      .decode(bytes)
      .replace(/\r?\n$/, '')
    if (value !== '' && !value.includes('\0')) return { value }
  } catch {
    // Reported below.
  }
  throw new Failure('The value is empty or not text: use --type file or --type keystore for bytes.')
}

import { Failure } from './failure.ts'

/** Why a given file cannot be read. */
export function fileFailure(file: string, error: NodeJS.ErrnoException): Failure {
  const { code = '', message } = error
  return new Failure(sentences[code]?.(file) ?? `${file} cannot be read: ${message}.`, { cause: error })
}

const missing = (file: string): string => `There is no file ${file}.`

const sentences: Readonly<Record<string, (file: string) => string>> = {
  ENOENT: missing,
  ENOTDIR: missing,
  EISDIR: (file) => `${file} is a folder, not a file.`,
  EACCES: (file) => `${file} is not readable by this user.`,
}

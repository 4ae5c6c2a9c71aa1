import { maxKeptSpecBytes } from '@svc/model'
import { maxInWords } from './check-spec.ts'

/** The text of a file; one that is too large is not read. */
export async function textOf(file: File): Promise<string> {
  if (file.size > maxKeptSpecBytes)
    throw new Error(
      `${file.name} has ${(file.size / 1024 ** 2).toFixed(1)} MB; up to ${maxInWords} can be kept here. Publish it and set the spec URL instead.`,
    )
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch {
    throw new Error(`${file.name} is not text in UTF-8.`)
  }
}

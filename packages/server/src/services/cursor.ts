import { hash } from 'node:crypto'
import { invalid } from '@svc/model'

/** Opaque to callers: where a page ended, sealed to the list, filters and partition it came from. */
export function writeCursor(scope: string, position: readonly (string | number)[]): string {
  const text = JSON.stringify(position)
  return Buffer.from(`${seal(scope, text)}${text}`).toString('base64url')
}

export function readCursor(scope: string, cursor: string): readonly (string | number)[] {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [given, position] = [text.slice(0, sealLength), text.slice(sealLength)]
  if (given !== seal(scope, position)) {
    throw invalid(
      'cursor',
      'does not belong to this list; take nextCursor from its last page, with the same filters',
    )
  }
  return JSON.parse(position) as (string | number)[]
}

const sealLength = 16

const seal = (scope: string, text: string): string => hash('sha256', `${scope}\n${text}`).slice(0, sealLength)

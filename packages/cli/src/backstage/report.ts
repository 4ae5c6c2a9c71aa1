import { isAbsolute, relative } from 'node:path'
import type { Imported } from '@svc/server'
import { minute, table } from '../output.ts'
import type { ImportResult, ResultLine } from './result.ts'

const shownEach = 5
const shownGone = 20

/** What an import did, for people: the full table for a dry run, only what was skipped for a real one. */
export function resultText(result: ImportResult): string {
  const { dryRun, lines, losses, failures, gone } = result
  const shown = dryRun ? lines : lines.filter(({ action }) => action === 'skip')
  const parts = [
    shown.length > 0 && linesText(shown),
    failures.length > 0 &&
      section(
        'Could not be read:',
        failures.map(({ location, why }) => `${nearby(location)}: ${why}`),
      ),
    losses.length > 0 &&
      section(
        'Not carried over:',
        losses.map(({ count, about, notes }) => {
          const some = notes.slice(0, shownEach).map(({ ref, what }) => `${ref} (${what})`)
          const more = count > shownEach ? `, and ${count - shownEach} more` : ''
          return `${count} × ${about}: ${some.join(', ')}${more}`
        }),
      ),
    gone.length > 0 && goneText(gone),
    unreadableText(result),
    summaryText(result),
  ]
  return parts.filter(Boolean).join('\n\n')
}

const linesText = (lines: readonly ResultLine[]): string =>
  table(
    lines,
    {
      action: ({ action }) => action,
      kind: ({ kind }) => kind ?? '-',
      what: ({ ref, kind, name }) => (kind === 'dependency' ? (name ?? ref) : ref),
      why: whyOf,
    },
    '',
  )

function whyOf({ action, id, why, fields, location }: ResultLine): string {
  if (action === 'skip') return `${why}${location === null ? '' : ` (${nearby(location)})`}`
  if (action === 'update') return fields.join(', ')
  if (action !== 'adopt') return why ?? ''
  return `${id} has its name${fields.length > 0 ? `; sets ${fields.join(', ')}` : ''}`
}

function goneText(gone: readonly Imported[]): string {
  const some = gone.slice(0, shownGone)
  const more =
    gone.length > some.length ? [`and ${gone.length - some.length} more: "svc import backstage --list"`] : []
  const lines = some.map(
    ({ ref, recordId, goneSince }) => `${ref} (${recordId}) since ${minute(goneSince, 'now')}`,
  )
  return section('Gone from the source, but kept here:', [...lines, ...more])
}

/** If something could not be read, entities in it may still exist. */
function unreadableText({ failures }: ImportResult): string | undefined {
  const unreadable = [...new Set(failures.filter(({ hides }) => hides).map(({ source }) => source))]
  if (unreadable.length === 0) return undefined
  return section('Not checked for removed entities, because not everything could be read:', unreadable)
}

function summaryText({ dryRun, counts }: ImportResult): string {
  const { create, update, adopt, unchanged, skip, gone, back } = counts
  const parts = [
    `${create} ${dryRun ? 'to create' : 'created'}`,
    `${update} ${dryRun ? 'to update' : 'updated'}`,
    `${adopt} ${dryRun ? 'to adopt' : 'adopted'}`,
    `${unchanged} unchanged`,
    `${skip} skipped`,
    gone > 0 && `${gone} newly gone`,
    back > 0 && `${back} back again`,
  ]
  return `${parts.filter(Boolean).join(', ')}.${dryRun ? ' Nothing was changed.' : ''}`
}

/** A file below the working directory by its relative path. */
function nearby(location: string): string {
  const way = relative(process.cwd(), location)
  return isAbsolute(location) && way !== '' && !way.startsWith('..') ? way : location
}

const section = (title: string, lines: readonly string[]): string =>
  `${title}\n${lines.map((line) => `  ${line}`).join('\n')}`

/** What was imported; what is gone comes first. */
export const listText = (imported: readonly Imported[]): string =>
  table(
    [...imported].sort((a, b) => Number(b.goneSince !== null) - Number(a.goneSince !== null)),
    {
      ref: ({ ref }) => ref,
      kind: ({ kind }) => kind,
      id: ({ recordId }) => recordId,
      'gone since': ({ goneSince }) => minute(goneSince),
      source: ({ source }) => source,
    },
    'Nothing has been imported yet. Start with "svc import backstage PATH".',
  )

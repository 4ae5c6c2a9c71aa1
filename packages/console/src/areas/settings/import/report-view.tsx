import { type ImportReport, kindNamed } from '@svc/model'
import { hasPage } from '../../../api/listed-kinds.ts'
import { Note } from '../../../design/note.tsx'
import parts from '../../../design/parts.module.css'
import { Table, Td } from '../../../design/table.tsx'
import { PlainLink } from '../../../values/plain-link.tsx'
import { pathOf } from '../../../values/ref-link.tsx'

type Line = ImportReport['lines'][number]
type Counts = ImportReport['counts']

const words: Readonly<Record<keyof Counts, string>> = {
  create: 'new',
  update: 'changed',
  adopt: 'taken over',
  unchanged: 'unchanged',
  skip: 'skipped',
  gone: 'gone from the source',
}

/** What an import would do, or did. */
export function ReportView({
  report: { dryRun, counts, lines, losses, gone },
}: {
  readonly report: ImportReport
}) {
  const parted = (Object.keys(words) as (keyof Counts)[])
    .filter((key) => counts[key] > 0)
    .map((key) => `${counts[key]} ${words[key]}`)
  const all = counts.create + counts.update + counts.adopt + counts.skip
  return (
    <section className={parts.stack} aria-label="Import report">
      <Note tone={dryRun ? 'info' : 'good'}>
        <strong>{dryRun ? 'Nothing has been changed yet.' : 'Imported.'}</strong> {parted.join(', ')}.
      </Note>
      {lines.length > 0 && (
        <Table label="What is imported" columns={['What', 'Record', 'Fields', 'Why']}>
          {lines.map((line) => (
            <tr key={`${line.action} ${line.ref} ${line.location}`}>
              <Td>{words[line.action]}</Td>
              <Td name="Record">
                <Named line={line} />
                <div className={parts.faint}>{line.ref}</div>
              </Td>
              <Td name="Fields">{line.fields.join(', ') || '–'}</Td>
              <Td name="Why">{line.why ?? '–'}</Td>
            </tr>
          ))}
        </Table>
      )}
      {lines.length < all && (
        <p className={parts.faint}>
          The first {lines.length} of {all}.
        </p>
      )}
      {gone.length > 0 && <p className={parts.soft}>Flagged as gone, not deleted: {gone.join(', ')}</p>}
      {losses.length > 0 && (
        <details>
          <summary>Left out, because svc has no place for it</summary>
          <ul>
            {losses.map(({ loss, about, count, notes }) => (
              <li key={loss}>
                {count} × {about}: {notes.map(({ ref, what }) => `${what} (${ref})`).join(', ')}
                {count > notes.length && ' …'}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

function Named({ line: { kind: name, id, name: called } }: { readonly line: Line }) {
  if (name === null || called === null) return null
  const kind = kindNamed(name)
  return (
    <>
      {kind.noun}{' '}
      {id !== null && hasPage(kind) ? <PlainLink to={pathOf(kind.path, id)}>{called}</PlainLink> : called}
    </>
  )
}

import type { Context } from '../context.ts'
import { labelsOf, unusedAnnotations } from './annotations.ts'
import { bindEntities } from './bind.ts'
import { comparedRecords } from './compared-records.ts'
import { edgesOf } from './edges.ts'
import type { Entity, FoundDocument, Unusable } from './entity.ts'
import { linksOf } from './links.ts'
import { shorten } from './mapper.ts'
import { type Missing, missingFrom } from './missing.ts'
import type { AddNote, Note } from './notes.ts'
import { bindingsOf } from './oncall.ts'
import { matchPeople } from './people.ts'
import { createMapper } from './resolve.ts'
import { sortDocuments } from './sort-documents.ts'
import { readState, type State } from './state.ts'
import { type DesiredRecord, type Step, stepFor } from './desired-record.ts'
import { desiredRecords } from './desired-records.ts'

export interface ImportPlan extends Missing {
  /** In the order in which they are written. */
  readonly steps: readonly Step[]
  readonly skipped: readonly Unusable[]
  readonly notes: readonly Note[]
  /** How many users are members of the organisation. */
  readonly members: number
}

export interface ImportSource {
  readonly documents: Iterable<FoundDocument>
  /** Sources that were read completely: only there can something be missing. */
  readonly complete: ReadonlySet<string>
  /** How many records there may be, all of which are looked at. */
  readonly maxRecords?: number
}

/** Works out what an import would do; nothing is written. */
export async function planImport(
  ctx: Context,
  { documents, complete, maxRecords }: ImportSource,
): Promise<ImportPlan> {
  const state = await readState(ctx, maxRecords)
  const notes = new Map<string, Note>()
  const note: AddNote = (ref, loss, what) => notes.set(`${loss} ${ref} ${what}`, { ref, loss, what })
  const { desired, skipped, present, members } = desiredBy(documents, { state, note, now: ctx.now() })
  const steps: Step[] = []
  for await (const { one, record } of comparedRecords(ctx, desired))
    steps.push(stepFor(one, record, { state, note }))
  return {
    // A record that the source only adds to is reported only if something is added.
    steps: steps.filter(({ action, isAddition }) => action !== 'unchanged' || !isAddition),
    skipped,
    notes: [...notes.values()],
    members,
    ...missingFrom(state, { present, complete }),
  }
}

interface Wanted {
  readonly desired: readonly DesiredRecord[]
  readonly skipped: readonly Unusable[]
  readonly present: ReadonlySet<string>
  readonly members: number
}

/** A function of its own, after which the documents need not be in memory any more. */
function desiredBy(
  documents: Iterable<FoundDocument>,
  { state, note, now }: { readonly state: State; readonly note: AddNote; readonly now: Date },
): Wanted {
  const { entities, skipped, present } = sortDocuments(documents)
  const people = matchPeople(
    entities.filter(({ kind }) => kind === 'user'),
    state,
  )
  const { bound, ambiguous } = bindEntities(entities, state, now)
  const mapper = createMapper({ state, bound, people, note })
  const records = desiredRecords(entities, { bound, mapper, state })
  const edges = edgesOf(entities, { mapper, state, now })
  const links = linksOf(entities, { mapper, state, now })
  const bindings = bindingsOf(entities, { mapper, state, now })
  for (const entity of entities) if (bound.has(entity.ref)) noteUnused(entity, note)
  for (const ref of [...edges.stated, ...[...links, ...bindings].map((one) => one.ref)]) present.add(ref)
  return {
    desired: [...records, ...edges.desired, ...links, ...bindings],
    skipped: [...skipped, ...leftOut(entities, ambiguous), ...leftOut(entities, people.unmatched)],
    present,
    members: people.members.size,
  }
}

/** By name alone: a value may be a secret. */
function noteUnused(entity: Entity, note: AddNote): void {
  for (const name of labelsOf(entity)) note(entity.ref, 'label', shorten(name))
  for (const name of unusedAnnotations(entity)) note(entity.ref, 'annotation', shorten(name))
}

const leftOut = (entities: readonly Entity[], reasons: ReadonlyMap<string, string>): readonly Unusable[] =>
  entities.flatMap(({ ref, source, location }) => {
    const why = reasons.get(ref)
    return why === undefined ? [] : { ref, source, location, why }
  })

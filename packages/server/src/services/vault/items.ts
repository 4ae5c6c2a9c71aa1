import { invalid, kinds, maxSecretBytes, needsHost, oncallProviderFor, type VaultUse } from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { StoredRecord } from '../../store/table.ts'
import type { Fields } from '../records/behaviour.ts'
import { type Context, notFound, writeTo } from '../context.ts'
import { checkPrecondition, createRecord, type Precondition, updateRecord } from '../records/records.ts'
import type { Secret } from './uses.ts'
import type { VaultWriter } from './vault.ts'

/** A value in one of the two forms that a body can have, and what it may be used for. */
export interface GivenValue {
  readonly value?: string | undefined
  readonly valueBase64?: string | undefined
  readonly uses?: readonly Partial<VaultUse>[] | null | undefined
}

export async function createSecret(
  ctx: Context,
  change: Change,
  vault: VaultWriter,
  input: Fields & GivenValue,
): Promise<StoredRecord> {
  const { value, valueBase64, uses, ...fields } = input
  const content = contentOf(fields.type as Secret['type'], { value, valueBase64 })
  const known = { ...content.facts, ...firstUses(change, fields.keyword, uses) }
  const stored = await createRecord(ctx, change, kinds.secret, fields, known)
  await vault.put(change, String(stored.record.id), content.bytes)
  return stored
}

export async function setSecretValue(
  change: Change,
  vault: VaultWriter,
  { id, ifMatch, given }: Precondition & { readonly id: string; readonly given: GivenValue },
): Promise<StoredRecord> {
  const stored = await change.find(kinds.secret, id)
  if (!stored) throw notFound(kinds.secret, id)
  checkPrecondition(change, stored, ifMatch)
  const secret = stored.record as Secret
  const { maskedPreview, fileSize, type } = secret
  const content = contentOf(type, given)
  const uses = nextUses(change, secret, given.uses)
  const record = { ...secret, ...content.facts, ...uses, updatedAt: change.at }
  const written = await change.update(kinds.secret, stored, record)
  const subject = { kind: kinds.secret.name, id }
  await change.log('secret.value_changed', subject, { maskedPreview, fileSize }, content.facts)
  await vault.put(change, id, content.bytes)
  return written
}

/** Creates the item with a keyword, or replaces its value and whatever else is given. */
export const putSecret = (
  ctx: Context,
  vault: VaultWriter,
  {
    keyword,
    fields,
    given,
  }: { readonly keyword: string; readonly fields: Fields; readonly given: GivenValue },
): Promise<StoredRecord & { readonly isNew: boolean }> =>
  writeTo(ctx, kinds.secret, async (change) => {
    const where = [{ field: 'keyword', is: keyword }]
    const [known] = await change.list(kinds.secret, { where, limit: 1 })
    if (!known) return { ...(await createSecret(ctx, change, vault, { ...fields, ...given })), isNew: true }
    const id = String(known.record.id)
    await updateRecord(ctx, change, kinds.secret, { id, input: fields })
    return { ...(await setSecretValue(change, vault, { id, given })), isNew: false }
  })

type UseFields = Pick<Secret, 'uses' | 'usesOpenTo'>

/**
 * If none are given, what the person who stored the value configures becomes its uses; an on-call provider is
 * recognised by the keyword.
 */
function firstUses({ actor }: Change, keyword: unknown, uses: GivenValue['uses']): UseFields {
  if (uses) return { uses: checkedUses(uses), usesOpenTo: null }
  const provider = oncallProviderFor(String(keyword))
  return { uses: provider ? [{ type: provider, host: null }] : [], usesOpenTo: actor.id }
}

/** A person who replaces a value knows it, so they take over from the one who stored it before. */
function nextUses({ actor }: Change, { uses, usesOpenTo }: Secret, given: GivenValue['uses']): UseFields {
  if (given) return { uses: checkedUses(given), usesOpenTo: null }
  return { uses, usesOpenTo: usesOpenTo === null ? null : actor.id }
}

const checkedUses = (uses: NonNullable<GivenValue['uses']>): readonly VaultUse[] =>
  uses.map(({ type, host = null }, index) => {
    if (type === undefined) throw invalid(`uses/${index}/type`, 'is required')
    if (host === null && needsHost(type))
      throw invalid(`uses/${index}/host`, `is required for ${type}: the host that the value may be sent to`)
    return { type, host: host?.toLowerCase() ?? null }
  })

interface Content {
  readonly bytes: Uint8Array
  /** What may be shown of the value. */
  readonly facts: Pick<Secret, 'maskedPreview' | 'fileSize'>
}

function contentOf(type: Secret['type'], { value, valueBase64 }: GivenValue): Content {
  const bytes = bytesOf(type, { value, valueBase64 })
  const path = value === undefined ? 'valueBase64' : 'value'
  if (bytes.byteLength > maxSecretBytes)
    throw invalid(path, `must have at most ${maxSecretBytes} bytes, not ${bytes.byteLength}`)
  return {
    bytes,
    facts: {
      maskedPreview: value === undefined ? null : previewOf(value),
      fileSize: type === 'text' ? null : bytes.byteLength,
    },
  }
}

function bytesOf(type: Secret['type'], { value, valueBase64 }: GivenValue): Uint8Array {
  if (value !== undefined && valueBase64 !== undefined)
    throw invalid('valueBase64', 'cannot be combined with value: send one of them')
  if (value !== undefined) return Buffer.from(value)
  if (type === 'text') throw invalid('value', 'is required for a text')
  if (valueBase64 === undefined) throw invalid('valueBase64', 'is required, or value if the file is text')
  const bytes = Buffer.from(valueBase64, 'base64')
  if (bytes.toString('base64').replace(/=+$/, '') !== valueBase64.replace(/=+$/, ''))
    throw invalid('valueBase64', 'must be Base64')
  return bytes
}

const shownCharacters = 4
/** The first characters of a shorter value would reveal too much. */
const minLengthForPreview = 12

function previewOf(value: string): string | null {
  const characters = Array.from(value)
  return characters.length > minLengthForPreview ? `${characters.slice(0, shownCharacters).join('')}…` : null
}

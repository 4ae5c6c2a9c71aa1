import { CatalogError, imageLimits, invalid, kinds, type RunbookImage } from '@svc/model'
import type { Change } from '../../store/change.ts'
import {
  findImage,
  imagesOf,
  insertImage,
  removeImage,
  type StoredImage,
} from '../../store/queries/runbook-images.ts'
import type { StoredRecord } from '../../store/table.ts'
import { type Context, notFound, partitionOf, writeTo } from '../context.ts'
import { newId } from '../ids.ts'
import { canSee, findRecord } from '../records/records.ts'
import { imageTypeOf } from './image-type.ts'

const kind = kinds.runbook

export interface NewImage {
  readonly name?: string
  readonly content?: string
}

/** Whoever may see a runbook may see its images. */
export async function listImages(ctx: Context, runbookId: string): Promise<readonly RunbookImage[]> {
  await findRecord(ctx, kind, runbookId)
  const found = await ctx.store.run(imagesOf, partitionOf(ctx.caller, kind), runbookId)
  return found.map(shown)
}

export async function readImage(
  ctx: Context,
  place: { readonly runbookId: string; readonly id: string },
): Promise<RunbookImage & { readonly content: string }> {
  await findRecord(ctx, kind, place.runbookId)
  const found = await ctx.store.run(findImage, partitionOf(ctx.caller, kind), place)
  if (!found) throw noImage(place.id)
  return { ...shown(found), content: found.content }
}

export async function addImage(
  ctx: Context,
  change: Change,
  runbookId: string,
  given: NewImage,
): Promise<RunbookImage> {
  const runbook = await runbookIn(ctx, change, runbookId)
  const { bytes, type } = bytesOf(given)
  const others = await change.run(imagesOf, change.partitionId, runbookId)
  checkLimits([...others.map(({ size }) => size), bytes.length])
  const image: StoredImage = {
    id: newId('img', ctx.now()),
    runbookId,
    name: given.name?.trim() || 'image',
    type,
    size: bytes.length,
    createdAt: change.at,
    createdBy: ctx.caller.actor.type === 'user' ? ctx.caller.actor.id : null,
  }
  await change.run(insertImage, change.partitionId, image, bytes.toString('base64'))
  await log(change, 'image_added', runbook, { before: null, after: image })
  return shown(image)
}

export const deleteImage = (ctx: Context, runbookId: string, id: string): Promise<void> =>
  writeTo(ctx, kind, async (change) => {
    const runbook = await runbookIn(ctx, change, runbookId)
    const found = await change.run(findImage, change.partitionId, { runbookId, id })
    if (!found) throw noImage(id)
    const { content: _, ...image } = found
    await change.run(removeImage, change.partitionId, id)
    await log(change, 'image_deleted', runbook, { before: image, after: null })
  })

const noImage = (id: string): CatalogError =>
  new CatalogError('not_found', `There is no image ${JSON.stringify(id)} in this runbook.`)

async function runbookIn(ctx: Context, change: Change, id: string): Promise<StoredRecord> {
  const found = await change.find(kind, id)
  if (!found || !canSee(ctx, kind, found)) throw notFound(kind, id)
  return found
}

function bytesOf({ content }: NewImage) {
  if (content === undefined || content === '') throw invalid('content', 'is required')
  const bytes = Buffer.from(content, 'base64')
  // Buffer skips what is no Base64.
  if (bytes.toString('base64') !== content) throw invalid('content', 'must be Base64, padded with =')
  if (bytes.length > imageLimits.bytes)
    throw invalid('content', `must be at most ${imageLimits.bytes} bytes, not ${bytes.length}`)
  const type = imageTypeOf(bytes)
  if (!type) throw invalid('content', 'must be a PNG, JPEG, GIF or WebP image')
  return { bytes, type }
}

function checkLimits(sizes: readonly number[]): void {
  const { images, totalBytes } = imageLimits
  const total = sizes.reduce((sum, size) => sum + size, 0)
  if (sizes.length > images)
    throw invalid(
      'content',
      `is one too many: a runbook has up to ${images} images. An admin can delete some`,
    )
  if (total > totalBytes)
    throw invalid(
      'content',
      `is too large beside the others: the images of a runbook have up to ${totalBytes / 1024 ** 2} MiB in total. An admin can delete some`,
    )
}

/** Visible to whoever may see the runbook, and without the bytes. */
function log(
  change: Change,
  what: string,
  { record }: StoredRecord,
  { before, after }: { readonly before: StoredImage | null; readonly after: StoredImage | null },
): Promise<void> {
  const { id, visibilityRoleMin } = record
  const state = (image: StoredImage | null) => image && { visibilityRoleMin, image: shown(image) }
  return change.log(`${kind.name}.${what}`, { kind: kind.name, id: String(id) }, state(before), state(after))
}

const shown = ({ id, name, type, size, createdAt, createdBy }: StoredImage): RunbookImage => ({
  ...{ id, name, type, size, createdAt, createdBy },
  path: `images/${id}`,
})

import { kinds } from '@svc/model'
import { addImage, deleteImage, listImages, readImage } from '../../services/runbooks/images.ts'
import { relatedRunbooks } from '../../services/runbooks/related.ts'
import { json, noContent } from '../answer.ts'
import type { SpecialHandlers } from '../exchange.ts'
import { writeOnce } from '../idempotency.ts'
import { checkMatches, tagged } from './tagged.ts'

export const runbookHandlers = {
  listRelatedRunbooks: async (exchange) =>
    tagged(exchange, await relatedRunbooks(exchange.ctx, exchange.query.of)),

  listRunbookImages: async (exchange) =>
    tagged(exchange, { images: await listImages(exchange.ctx, exchange.params.runbookId) }),

  getRunbookImage: async (exchange) => {
    const { runbookId, imageId } = exchange.params
    return tagged(exchange, await readImage(exchange.ctx, { runbookId, id: imageId }))
  },

  addRunbookImage: (exchange) =>
    writeOnce(exchange, kinds.runbook, async (change) => {
      const { ctx, params, body } = exchange
      const image = await addImage(ctx, change, params.runbookId, body)
      const location = `/v1${kinds.runbook.path}/${params.runbookId}/${image.path}`
      return json(201, image, { headers: { location } })
    }),

  deleteRunbookImage: async (exchange) => {
    const { runbookId, imageId } = exchange.params
    // An image never changes: what is read now is what will be deleted.
    if (exchange.ifMatch !== undefined)
      checkMatches(exchange, await readImage(exchange.ctx, { runbookId, id: imageId }))
    await deleteImage(exchange.ctx, runbookId, imageId)
    return noContent
  },
} satisfies Partial<SpecialHandlers>

import { shape, type ValueIn } from '../shape/shape.ts'
import type { JsonSchema } from '../shape/json-schema.ts'
import type { Operation } from './operation.ts'

/** Types that cannot contain scripts. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
export type ImageType = (typeof imageTypes)[number]

/** Of one runbook. */
export const imageLimits = { bytes: 2 * 1024 * 1024, images: 20, totalBytes: 10 * 1024 * 1024 } as const

const inMib = (bytes: number): string => `${bytes / 1024 ** 2} MiB`

const facts = {
  id: shape.text(),
  name: shape.text({ description: 'What the file was called.' }),
  type: shape.enum(imageTypes, { description: 'As found in the bytes, whatever was said of them.' }),
  size: shape.integer({ description: 'In bytes.' }),
  path: shape.text({
    description: 'How the text of its runbook refers to it, as in `![Queue](images/img_…)`.',
    examples: ['images/img_01jcq0000000000000000000000'],
  }),
  createdAt: shape.dateTime(),
  createdBy: shape.nullable(shape.text({ description: 'The member who added it.' })),
}

const image = shape.object(facts, { title: 'RunbookImage' })
export type RunbookImage = ValueIn<typeof image>

const content = shape.text({
  maxLength: 4 * Math.ceil(imageLimits.bytes / 3),
  description: `Its bytes in Base64: at most ${inMib(imageLimits.bytes)} of them.`,
})

const addedNeeds: JsonSchema = { required: ['content'] }

const listRunbookImages = {
  id: 'listRunbookImages',
  method: 'GET',
  path: '/runbooks/{runbookId}/images',
  summary: 'List the images of a runbook',
  about: 'Without their bytes. Whoever may see the runbook may see its images.',
  group: 'Runbooks',
  scope: 'read',
  success: { status: 200, about: 'The oldest first.', schema: shape.object({ images: shape.array(image) }) },
} as const satisfies Operation

const addRunbookImage = {
  id: 'addRunbookImage',
  method: 'POST',
  path: '/runbooks/{runbookId}/images',
  summary: 'Add an image to a runbook',
  about: `A PNG, JPEG, GIF or WebP of at most ${inMib(imageLimits.bytes)}; a runbook has up to ${imageLimits.images}, of ${inMib(imageLimits.totalBytes)} in total.`,
  group: 'Runbooks',
  scope: 'write',
  body: shape.object(
    { name: shape.text({ maxLength: 200 }), content },
    { required: [], title: 'NewRunbookImage' },
  ),
  bodyRule: addedNeeds,
  bodyExample: { name: 'queue.png', content: 'iVBORw0KGgo=' },
  maxBodyBytes: 3 * 1024 * 1024,
  success: { status: 201, about: 'The image, without its bytes.', schema: image },
} as const satisfies Operation

const getRunbookImage = {
  id: 'getRunbookImage',
  large: true,
  method: 'GET',
  path: '/runbooks/{runbookId}/images/{imageId}',
  summary: 'Get an image of a runbook',
  group: 'Runbooks',
  scope: 'read',
  success: {
    status: 200,
    about: 'The image with its bytes.',
    schema: shape.object({ ...facts, content }, { title: 'RunbookImageContent' }),
  },
} as const satisfies Operation

const deleteRunbookImage = {
  id: 'deleteRunbookImage',
  method: 'DELETE',
  path: '/runbooks/{runbookId}/images/{imageId}',
  summary: 'Delete an image of a runbook',
  about: 'Where the text refers to it, it says that the image is missing.',
  group: 'Runbooks',
  scope: 'admin',
  success: { status: 204, about: 'It is deleted.' },
} as const satisfies Operation

export const runbookImageOperations = {
  listRunbookImages,
  addRunbookImage,
  getRunbookImage,
  deleteRunbookImage,
}

import { type Item, outline, word } from '../outline.ts'
import { foundationApis } from './apis-foundation.ts'
import { shoppingApis } from './apis-shopping.ts'

export interface Api {
  readonly key: string
  readonly name: string
  readonly description: string | null
  readonly project: string
  readonly isUnowned: boolean
  readonly kind: string
  readonly lifecycle: string
  readonly tags: readonly string[]
}

export const apis: readonly Api[] = outline(shoppingApis + foundationApis).map(toApi)

function toApi(item: Item): Api {
  return {
    key: word(item, 0),
    kind: word(item, 1),
    lifecycle: word(item, 2),
    project: item.heading,
    isUnowned: item.words[3] === 'unowned',
    name: item.title,
    description: item.detail || null,
    tags: item.tags,
  }
}

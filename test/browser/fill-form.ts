import { type Field, fieldLabel, inWords, isOpenObject, type Kind } from '@svc/model'
import type { Page } from 'playwright-core'

/** By the name of a kind, a record of it that others may point at. */
export type Targets = Readonly<Record<string, { readonly id: string; readonly name: string }>>

/** Fills in a kind's example like a person would; structured values are left as they are, but for those written as JSON. */
export async function fillForm(page: Page, kind: Kind, targets: Targets): Promise<void> {
  for (const [key, value] of Object.entries(kind.example)) {
    const field = kind.fields[key]
    if (field) await fillField(page, { kind, key, field, value }, targets)
  }
}

interface Given {
  readonly kind: Kind
  readonly key: string
  readonly field: Field
  readonly value: unknown
}

async function fillField(page: Page, { kind, key, field, value }: Given, targets: Targets): Promise<void> {
  const label = RegExp.escape(fieldLabel(kind, key))
  const control = page.getByLabel(new RegExp(`^${label}( \\(optional\\))?$`)).first()
  switch (field.type) {
    case 'enum':
      await control.click()
      await page.getByRole('option', { name: inWords(String(value)), exact: true }).click()
      return
    case 'ref': {
      const target = targets[targetOf(field, kind.example)]
      if (!target) throw new Error(`Nothing is there for ${key}.`)
      await control.fill(target.name)
      await page.getByRole('option', { name: target.name, exact: true }).click()
      return
    }
    case 'texts':
      for (const one of value as readonly string[]) {
        if (field.schema.items?.enum) await page.getByLabel(inWords(one), { exact: true }).check()
        else {
          await control.fill(one)
          await control.press('Enter')
        }
      }
      return
    case 'json':
      if (isOpenObject(field.schema)) await control.fill(JSON.stringify(value))
      return
    default:
      await control.fill(String(value))
  }
}

const targetOf = ({ target }: Field, example: object): string =>
  typeof target === 'object'
    ? (target.kinds[String((example as Record<string, unknown>)[target.by])] ?? '')
    : String(target)

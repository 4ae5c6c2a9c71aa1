import type { JsonObject } from '../../identity-providers/fetch-json.ts'
import type { ReadAssertion } from './assertion-reader.ts'

/** What an assertion says of a person, as it came, for somebody who tries a sign-in. */
export const attributesAsClaims = ({ nameId, attributes }: ReadAssertion): JsonObject => ({
  ...(nameId && { NameID: nameId.value, 'NameID format': nameId.format }),
  ...Object.fromEntries(
    [...attributes].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  ),
})

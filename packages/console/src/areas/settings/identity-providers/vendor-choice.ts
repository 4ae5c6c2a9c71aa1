import { vendorNames, vendors } from '@svc/model'
import type { ControlType } from '../../../form/control-type.ts'

/** Vendors as they call their products; whatever is not among them comes last. */
export const vendorChoice: ControlType = {
  type: 'choice',
  options: vendorNames
    .map((value) => ({ value, label: vendors[value].label }))
    .toSorted((a, b) => Number(a.value === 'generic') - Number(b.value === 'generic')),
}

import { isDeepStrictEqual } from 'node:util'
import { type Kinds, kinds, type Stored } from '@svc/model'
import { removeTokensOfTrust } from '../../store/queries/workload.ts'
import { behaviour } from '../records/behaviour.ts'
import { allowanceOf } from './allowance.ts'

type Trust = Stored<Kinds['workloadTrust']>

/** What was issued under a rule ends with it, and with every change of what it allows. */
export const workloadTrustBehaviour = behaviour<Trust>(kinds.workloadTrust, {
  release: async (change, before, after) => {
    if (after && isDeepStrictEqual(allowanceOf(before), allowanceOf(after))) return
    await change.run(removeTokensOfTrust, change.partitionId, before.id)
  },
})

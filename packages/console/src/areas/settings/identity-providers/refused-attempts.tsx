import { kinds } from '@svc/model'
import { RefusedLately } from '../parts/refused-lately.tsx'

/** Why people were not let in by a provider lately. */
export const RefusedAttempts = ({ id }: { readonly id: string }) => (
  <RefusedLately
    query={{ subjectKind: kinds.identityProvider.name, subjectId: id, type: 'sign_in.refused' }}
    none="Nobody has been refused."
  />
)

import { type Client, createClient } from '@svc/client'
import type { Mode } from '@svc/model'
import { endpoint } from './place.ts'
import { signedInFetch } from './signed-in-fetch.ts'

/** Speaks to the server that served the page; who is in front of it is known by its cookie. */
export const clientFor = (mode: Mode): Client =>
  createClient({
    endpoint,
    headers: () => ({ 'x-svc-mode': mode }),
    fetch: signedInFetch,
  })

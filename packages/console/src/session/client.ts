import { type Client, createClient } from '@svc/client'
import type { Mode } from '@svc/model'
import { endpoint } from './base-path.ts'
import { signedInFetch } from './signed-in-fetch.ts'

/** Calls the server that served the page; the session cookie identifies the person. */
export const clientFor = (mode: Mode): Client =>
  createClient({
    endpoint,
    headers: () => ({ 'x-svc-mode': mode }),
    fetch: signedInFetch,
  })

import { type Client, createClient } from '@svc/client'
import type { Mode } from '@svc/model'
import { mannerOfRequest } from './attended.ts'
import { endpoint } from './base-path.ts'
import { fetchTelling } from './fetch-telling.ts'
import { signedInFetch } from './signed-in-fetch.ts'

/** Calls the server that served the page; the session cookie identifies the person. */
export const clientFor = (mode: Mode): Client =>
  createClient({
    endpoint,
    headers: () => ({ 'x-svc-mode': mode, ...mannerOfRequest() }),
    fetch: signedInFetch,
  })

/** The same for a file, told how much of it has been sent, from 0 to 1. */
export const uploaderFor = (mode: Mode, onSent: (share: number) => void): Client =>
  createClient({
    endpoint,
    headers: () => ({ 'x-svc-mode': mode }),
    fetch: (url, init) => signedInFetch(url, init, { send: fetchTelling(onSent) }),
  })

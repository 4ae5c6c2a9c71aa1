import { ensureBasePath } from './base-path.ts'

// Before the router reads the address.
ensureBasePath()

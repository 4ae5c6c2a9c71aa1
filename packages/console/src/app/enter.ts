import { enterBase } from '../api/place.ts'

// Before the router looks at the address.
enterBase()

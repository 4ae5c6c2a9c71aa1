import { enterBase } from './place.ts'

// Before the router looks at the address.
enterBase()

/** A separate entry point, so that the doctor's own checks do not load the server. */
export { bad, type Finding, good, note } from '@svc/server/finding'

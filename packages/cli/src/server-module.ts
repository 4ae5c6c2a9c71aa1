/** The server's functions: loaded only when a command really starts, so that help and mistakes answer at once. */
export type Server = typeof import('@svc/server')

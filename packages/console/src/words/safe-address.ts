/** An address that may be followed: only the web's own, so that no stored text ever runs. */
export const safeAddress = (text: string): string | null => (/^https?:\/\/\S+$/i.test(text) ? text : null)

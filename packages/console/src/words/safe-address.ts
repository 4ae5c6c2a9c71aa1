/** Only http and https URLs become links, so that no stored text can run as script. */
export const safeAddress = (text: string): string | null => (/^https?:\/\/\S+$/i.test(text) ? text : null)

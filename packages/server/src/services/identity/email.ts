/**
 * How addresses are stored and compared. Only plain capital letters are lowered: other letters that become plain ones
 * in lower case would make one address into another.
 */
export const lowered = (email: string): string => email.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** `namespace/name`: two parts of letters, digits, `_` and `-`. */
export const toolNamePattern: RegExp = /^[A-Za-z0-9_-]+\/[A-Za-z0-9_-]+$/;

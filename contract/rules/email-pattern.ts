/** Linear on any input: no nested quantifiers. Server-supplied to the screens by `profile/validations`. */
export const emailPattern = /^[A-Za-z0-9_.%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,63}$/

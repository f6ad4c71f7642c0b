import type { Config } from '#server/config.ts'

/**
 * Where the mailed link leads. The address that the page says it has counts only where the operator has configured it;
 * what the request's headers say never does: a link that leads elsewhere would hand its token to somebody else.
 */
export function resetAddress(
  { publicUrl, otherPublicUrls }: Pick<Config, 'publicUrl' | 'otherPublicUrls'>,
  host: string | undefined,
  token: string,
): string {
  const asked = host?.replace(/\/+$/, '')
  const base = otherPublicUrls.find((one) => one === asked) ?? publicUrl
  return `${base}/passwords/forgot_password?token=${token}`
}

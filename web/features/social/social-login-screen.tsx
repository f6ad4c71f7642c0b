import { SocialEntry } from './social-entry.tsx'

/** The return URL for all providers, for login, sign-up and linking. */
export function SocialLoginScreen() {
  return <SocialEntry purpose="login" />
}

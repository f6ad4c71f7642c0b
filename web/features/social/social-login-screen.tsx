import { SocialEntry } from './social-entry.tsx'

/** Providers send everybody back here, whatever they began. */
export function SocialLoginScreen() {
  return <SocialEntry purpose="login" />
}

import { SocialEntry } from './social-entry.tsx'

export function SocialSignUpScreen() {
  return <SocialEntry purpose="sign-up" />
}

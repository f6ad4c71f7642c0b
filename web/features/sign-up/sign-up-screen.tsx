export function SignUpScreen() {
  return <main />
}

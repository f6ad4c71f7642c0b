export function RecoveryScreen() {
  return <main />
}

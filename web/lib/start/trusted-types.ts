/** https://w3c.github.io/trusted-types/ as far as it is used here; TypeScript does not describe it. */
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string | null }): unknown
}

const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }

/**
 * The only strings that may become code: addresses of this app's own workers. No string becomes markup; DOMPurify brings
 * a policy of its own. An injected script finds nothing to run with, which matters because the specification keeps the
 * session's token in local storage.
 */
trustedTypes?.createPolicy('default', {
  createScriptURL: (url) => {
    const { origin, pathname } = new URL(url, location.href)
    return origin === location.origin && /^\/(assets\/[\w.-]+\.m?js|sw\.js)$/.test(pathname) ? url : null
  },
})

export {}

/**
 * What a build needs of the person's machine, by topic; `*` stands for any run of characters. Everything else
 * stays out of commands unless `env.pass` names it.
 */
export const ALLOWED_VARIABLES: Readonly<Record<string, readonly string[]>> = {
  person: ['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'XDG_*'],
  language: ['LANG', 'LANGUAGE', 'LC_*', 'LOCALE_ARCHIVE', 'TZ'],
  terminal: ['TERM', 'COLORTERM', 'NO_COLOR', 'FORCE_COLOR', 'CLICOLOR', 'CLICOLOR_FORCE', 'CI'],
  proxies: ['http_proxy', 'https_proxy', 'ftp_proxy', 'all_proxy', 'no_proxy'],
  capitalProxies: ['HTTP_PROXY', 'HTTPS_PROXY', 'FTP_PROXY', 'ALL_PROXY', 'NO_PROXY'],
  certificates: [
    'SSL_CERT_FILE',
    'SSL_CERT_DIR',
    'CURL_CA_BUNDLE',
    'REQUESTS_CA_BUNDLE',
    'NODE_EXTRA_CA_CERTS',
  ],
  versionManagers: [
    'ASDF_*',
    'MISE_*',
    'NVM_DIR',
    'NVM_BIN',
    'FNM_*',
    'N_PREFIX',
    'VOLTA_HOME',
    'SDKMAN_DIR',
  ],
  npm: ['npm_config_cache', 'npm_config_registry', 'npm_config_userconfig'],
  capitalNpm: ['NPM_CONFIG_CACHE', 'NPM_CONFIG_REGISTRY', 'NPM_CONFIG_USERCONFIG'],
  javascript: ['COREPACK_*', 'PNPM_HOME', 'YARN_CACHE_FOLDER', 'BUN_INSTALL', 'DENO_DIR'],
  browsers: ['PLAYWRIGHT_BROWSERS_PATH', 'PUPPETEER_EXECUTABLE_PATH', 'CYPRESS_CACHE_FOLDER'],
  java: ['JAVA_HOME', 'JDK_HOME', 'MAVEN_HOME', 'M2_HOME', 'GRADLE_HOME', 'GRADLE_USER_HOME'],
  mobile: ['ANDROID_HOME', 'ANDROID_SDK_ROOT', 'DEVELOPER_DIR'],
  dotnet: ['DOTNET_ROOT', 'NUGET_PACKAGES'],
  go: ['GOPATH', 'GOROOT', 'GOCACHE', 'GOMODCACHE', 'GOPROXY', 'GOFLAGS', 'GOTOOLCHAIN'],
  rust: ['CARGO_HOME', 'CARGO_TARGET_DIR', 'RUSTUP_HOME', 'RUSTUP_TOOLCHAIN'],
  python: ['PYENV_ROOT', 'VIRTUAL_ENV', 'CONDA_PREFIX', 'CONDA_DEFAULT_ENV', 'POETRY_HOME'],
  pythonCaches: ['UV_CACHE_DIR', 'PIP_CACHE_DIR'],
  ruby: ['RBENV_ROOT', 'GEM_HOME', 'GEM_PATH', 'BUNDLE_PATH'],
  php: ['COMPOSER_HOME'],
  c: ['CC', 'CXX', 'CFLAGS', 'CXXFLAGS', 'CPPFLAGS', 'LDFLAGS', 'PKG_CONFIG_PATH', 'MAKEFLAGS'],
  nix: ['NIX_*'],
  containers: ['DOCKER_HOST', 'DOCKER_CONFIG', 'DOCKER_CONTEXT'],
}

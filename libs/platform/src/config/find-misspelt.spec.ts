import { findMisspelt } from './find-misspelt';
import { platformConfig } from './platform.config';

const known = [...Object.keys(platformConfig.shape), 'EGRESS_ALLOW', 'PROXY_BASIC', 'PAGE_CACHE_MAX_MIB', 'NODE_ENV'];
const find = (...names: string[]) => findMisspelt(Object.fromEntries(names.map((name) => [name, 'x'])), known);

describe('findMisspelt', () => {
  it.each([
    ['EGRES_ALLOW', 'EGRESS_ALLOW'],
    ['EGRESS_ALOWW', 'EGRESS_ALLOW'],
    ['EGRESS_ALLOWED', 'EGRESS_ALLOW'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['KAFKA_BROKER', 'KAFKA_BROKERS'],
    ['DATADIR', 'DATA_DIR'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['BOOTSRTAP_API_KEY', 'BOOTSTRAP_API_KEY'],
  ])('suggests for %s the variable %s', (variable, meant) => {
    expect(find(variable)).toEqual([{ variable, meant }]);
  });

  it('ignores known variables and those of shells, npm, containers, clusters and CI', () => {
    const usual = `
      HOME HOSTNAME HOSTTYPE LOGNAME MAIL LANG LANGUAGE LC_ALL PATH PWD OLDPWD SHELL SHLVL TERM USER UID EDITOR PAGER
      COLORTERM COLUMNS LINES DISPLAY XDG_DATA_DIRS XDG_DATA_HOME XDG_RUNTIME_DIR XDG_CACHE_HOME TMPDIR TMP TZ PS1
      SSH_AUTH_SOCK SSH_CONNECTION SUDO_USER SUDO_COMMAND DBUS_SESSION_BUS_ADDRESS INVOCATION_ID JOURNAL_STREAM
      NODE NODE_PATH NODE_OPTIONS NODE_VERSION NODE_DEBUG INIT_CWD PNPM_HOME NVM_DIR VOLTA_HOME NO_COLOR FORCE_COLOR
      npm_config_cache npm_config_loglevel npm_config_local_prefix npm_config_node_gyp npm_execpath npm_lifecycle_event
      npm_package_json npm_node_execpath npm_command http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY
      CI GITHUB_ACTIONS GITHUB_ENV GITHUB_PATH GITHUB_TOKEN GITHUB_WORKSPACE RUNNER_TEMP RUNNER_OS GITLAB_CI CI_JOB_ID
      CI_PROJECT_DIR CI_API_V4_URL JENKINS_URL BUILD_URL JOB_URL TRAVIS CIRCLECI BUILDKITE
      PORTS HOSTS PGHOST PGPORT PGUSER PGDATABASE PGPASSWORD PGDATA POSTGRES_USER POSTGRES_DB POSTGRES_PASSWORD
      REDIS_URL AMQP_URL MONGO_URL BASE_URL KAFKA_HOME KAFKA_OPTS KAFKA_PORT KAFKA_SERVICE_HOST KAFKA_PORT_9092_TCP
      KUBERNETES_SERVICE_HOST KUBERNETES_PORT GATEWAY_SERVICE_PORT POD_NAME POD_IP JAVA_HOME MAVEN_HOME
      PUPPETEER_CACHE_DIR CHROME_PATH DEBUG VERBOSE LD_LIBRARY_PATH SSL_CERT_FILE WSL_DISTRO_NAME
      ORBWEAVER_E2E UV_THREADPOOL_SIZE DATA_DIR PORT EGRESS_ALLOW`;
    expect(find(...usual.trim().split(/\s+/))).toEqual([]);
  });
});

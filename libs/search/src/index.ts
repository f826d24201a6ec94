export {
  type SearchEngine,
  SearchError,
  type SearchHit,
  type SearchQuery,
  type SearchResults,
  type SearchSource,
  searchSources,
} from './search-engine';
export { SearxngEngine } from './searxng-engine';

export { cachePart, cacheQuestionOf } from './cache-part';
export {
  CachedCapture,
  DeadLetter,
  DirectReply,
  JobChanged,
  JobCommand,
  JobSettled,
  PageDocument,
  PageOutcome,
  PageStored,
  RenderPage,
} from './messages';
export {
  allTopics,
  carrierOf,
  type MessageOf,
  markOf,
  namesOf,
  type RetentionMark,
  type Topic,
  type TopicId,
  topics,
  withTtl,
} from './topics';

import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';

/** The part of an HTTP answer that all of Nest's HTTP adapters have in common. */
interface HttpAnswer {
  headersSent?: boolean;
  status(code: number): { send(body: unknown): unknown };
}

/**
 * Nest replaces what a message handler throws by a generic error, and with it the retry advice is lost. This filter
 * lets the error through to the transport. Register it for every application that has a consumer.
 *
 * In a hybrid application it also gets the HTTP errors that no other filter takes, and answers them as Nest does.
 */
@Catch()
export class RethrowFilter implements ExceptionFilter {
  private readonly logger = new Logger(RethrowFilter.name);

  catch(error: unknown, host: ArgumentsHost): void {
    if (host.getType() !== 'http') throw error;
    const answer = host.switchToHttp().getResponse<HttpAnswer>();
    if (!(error instanceof HttpException)) this.logger.error(error);
    if (answer.headersSent) return;
    if (error instanceof HttpException) {
      const body = error.getResponse();
      const status = error.getStatus();
      answer.status(status).send(typeof body === 'string' ? { statusCode: status, message: body } : body);
    } else {
      answer.status(500).send({ statusCode: 500, message: 'Internal server error' });
    }
  }
}
